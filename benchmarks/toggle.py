"""From click to painted: how long a student waits for the answer to a click.

Starts the product as it ships and clicks labels, random but seeded, in a headless Chromium; the clock runs from the
click until the frame after the one in which the answer was drawn, tables and chart. Beside it, in turn and in the same
page: the same change with its answer recorded before, handed over without a server. The ratio of the two is what the
server and the way to it cost; the rest is the browser's work.

Budget: p95 at most 2 times that of the recorded answers, at 20 and at 100 rows; aim for 1.5 times.
"""

from __future__ import annotations

import argparse
import os
import random

from house import chromium, p50, p95, product
from playwright.sync_api import Browser, sync_playwright

PAGE = "/lab?labels={}&unretrieved=32211&size=800&conventions=lillis&show=nDCG@10"

#: Clicks one label and returns the milliseconds until it is painted. Requests go through XMLHttpRequest's `send`,
#: where the answer is recorded under the form's labels, or taken from the record instead of the server.
SCRIPT = """
const form = document.getElementById("lab");
const send = XMLHttpRequest.prototype.send;
const record = new Map();
let recorded = false;
XMLHttpRequest.prototype.send = function (body) {
  const key = [...form.querySelectorAll("tbody :checked")].map((radio) => radio.value).join("");
  if (!recorded) {
    this.addEventListener("load", () => record.set(key, this.responseText));
    return send.call(this, body);
  }
  if (!record.has(key)) throw new Error("no answer recorded for " + key);
  const text = record.get(key);
  const own = { readyState: 4, status: 200, statusText: "OK", response: text, responseText: text };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(this, name, { value, configurable: true });
  queueMicrotask(() => this.onload());
};
const frame = () => new Promise((done) => requestAnimationFrame(done));
window.toggle = async (rank, value, fromRecord) => {
  recorded = fromRecord;
  await new Promise((done) => setTimeout(done, 60 + 17 * Math.random()));
  const radio = document.querySelector(`#rank-${rank} input[value="${value}"]`);
  const patched = new Promise((done) => document.addEventListener("ireval:patched", done, { once: true }));
  const began = performance.now();
  radio.click();
  await patched;
  await frame();
  await frame();
  return performance.now() - began;
};
"""


def measure(browser: Browser, server: str, rows: int, toggles: int, seed: int) -> dict[bool, list[float]]:
    """The milliseconds of this many toggles, answered by the server (False) and from the record (True)."""
    chance = random.Random(f"{seed}/{rows}")
    labels = chance.choices("u0123", k=rows)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("pageerror", lambda error: print(f"The page failed: {error}"))
    page.goto(server + PAGE.format("".join(labels)))
    page.locator("html.plotly").wait_for(state="attached")
    page.evaluate(f"() => {{ {SCRIPT} }}")
    times: dict[bool, list[float]] = {False: [], True: []}
    toggle = "([rank, value, recorded]) => toggle(rank, value, recorded)"
    for i in range(-3, toggles):  # the first three warm up
        rank = chance.randrange(rows)
        before, after = labels[rank], chance.choice([label for label in "u0123" if label != labels[rank]])
        labels[rank] = after
        there = page.evaluate(toggle, [rank + 1, after, False])
        page.evaluate(toggle, [rank + 1, before, False])
        again = page.evaluate(toggle, [rank + 1, after, True])
        if i >= 0:
            times[False].append(there)
            times[True].append(again)
    page.close()
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toggles", type=int, default=60, help="how many, for each number of rows (60)")
    parser.add_argument("--rows", type=int, nargs="+", default=[20, 100], help="documents in the list (20 100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random labels (1)")
    options = parser.parse_args()
    print(f"{options.toggles} toggles, {os.cpu_count()} cores, with browser and server; budget: p95 ratio 2, aim 1.5\n")
    print(
        f"{'rows':>4} {'server p50':>11} {'p95':>6} {'recorded p50':>13} {'p95':>6} {'ratio p50':>10} {'p95':>5}   ms"
    )
    with product() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium())
        for rows in options.rows:
            times = measure(browser, server, rows, options.toggles, options.seed)
            a, b, c, d = (percentile(times[recorded]) for recorded in (False, True) for percentile in (p50, p95))
            print(f"{rows:4} {a:11.1f} {b:6.1f} {c:13.1f} {d:6.1f} {a / c:10.2f} {b / d:5.2f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
