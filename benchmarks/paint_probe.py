"""A script that looks at a page after each frame: when numbers and chart were painted, and how long tasks were."""

from __future__ import annotations

#: Looks at the page after each frame, and notes when numbers and chart changed last; notes long tasks, too.
PROBE = """
(() => {
  const SELECTORS = %s;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const look = () => ({
    numbers: all(SELECTORS.numbers).map((each) => each.textContent).join(" "),
    chart: all(SELECTORS.chart).map((each) => each.getAttribute("d")).join(" "),
  });
  const now = () => all(SELECTORS.ap)[0]?.textContent.trim();
  let run = null;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {  // the frame has been painted
    const [time, seen] = [performance.now(), look()];
    for (const part of ["numbers", "chart"]) {
      if (seen[part] !== run.seen[part]) run.at[part] = run.last = time;
    }
    run.seen = seen;
    const isDone = run.at.numbers && run.at.chart && time - run.last > 150;
    if (isDone || time - run.from > 10000) run.done(run.clicked && isDone ? run : null);
    else requestAnimationFrame(() => port2.postMessage(null));
  };
  addEventListener("click", ({ timeStamp }) => { if (run && !run.clicked) run.clicked = timeStamp; }, true);
  window.watch = () => {
    window.watched = new Promise((done) => {
      run = { seen: look(), at: {}, last: 0, from: performance.now(), clicked: 0, done };
      requestAnimationFrame(() => port2.postMessage(null));
    });
  };
  window.outcome = async () => {
    const found = await window.watched;
    return found && { numbers: found.at.numbers - found.clicked, chart: found.at.chart - found.clicked, ap: now() };
  };
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((e) => [e.startTime, e.duration])))
    .observe({ type: "longtask", buffered: true });
  window.longest = () => {
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    return Math.max(0, ...longTasks.filter(([start]) => start >= painted).map(([, duration]) => duration));
  };
})();
"""


def probe(ap: str, table: str, chart: str) -> str:
    """The script for a page that shows AP, its table and the lines of its chart at these selectors."""
    return PROBE % str({"ap": ap, "numbers": f"{ap}, {table}", "chart": chart})
