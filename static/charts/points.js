// Pointing at charts: whatever row is pointed at anywhere on the page, of a rank or of a recall level, is marked in the
// chart, and the other way round. All parts tell each other by "ireval:point" with { row, from }; null is for nothing.
(() => {
  "use strict";
  const figure = () => document.querySelector("figure:has(script.figure)");
  let now = null; // the row that is marked
  let own = false; // whether it was pointed at here, and so is to be told elsewhere when it ends

  // ---- The chart as it stands ---------------------------------------------------------------------------------

  let read = { json: "", chart: null };

  // The points of ranks and levels in the figure's data, by their rows, and where its axes are in the drawing.
  function chart() {
    const json = figure()?.querySelector("script.figure").textContent;
    if (!json) return null;
    if (read.json !== json) {
      const { data, layout, frame, marked, levels } = JSON.parse(json);
      const yaxis = "yaxis" + (data[marked].yaxis || "y").slice(1);
      const points = [...tied(data[levels], "level"), ...tied(data[marked], "rank")];
      const ranges = [layout.xaxis.range, layout[yaxis].range];
      read = { json, chart: { points, levels, yaxis, ranges, frame, byRank: layout.hovermode === "x" } };
    }
    return read.chart;
  }

  // The points of a trace that stand for rows of the page's tables; a trace may be missing, a point may have no row.
  const tied = (trace, kind) => (trace?.customdata || [])
    .map((number, i) => ({ row: `${kind}-${number}`, number, x: trace.x[i], y: trace.y[i], text: trace.text[i] }))
    .filter(({ number }) => number);

  const plain = (text) => text.replaceAll("<br>", ", ").replaceAll("&lt;", "<").replaceAll("&amp;", "&");

  // From values to pixels in the box, in Plotly's chart as it is zoomed, or else in the drawing.
  function scales({ yaxis, ranges, frame }) {
    const box = figure().querySelector(".box");
    const plotted = box.querySelector(".plotted");
    const shown = plotted.checkVisibility() && plotted._fullLayout;
    if (shown) {
      const [x, y] = [shown.xaxis, shown[yaxis]];
      const bottom = y._offset + y._length;
      return {
        x: (v) => x._offset + x.d2p(v), y: (v) => y._offset + y.d2p(v), top: y._offset, bottom,
        inside: (px, py) => px >= x._offset - 1 && px <= x._offset + x._length + 1 && py >= y._offset - 1 && py <= bottom + 1,
      };
    }
    const svg = box.querySelector(".drawn svg");
    const matrix = svg?.getScreenCTM();
    if (!matrix) return null;
    const { left, top } = box.getBoundingClientRect();
    const [west, east, north, south] = frame;
    const along = ([low, high], a, b) => (v) => a + ((v - low) / (high - low)) * (b - a);
    const [across, up] = [along(ranges[0], west, east), along(ranges[1], south, north)];
    const y = (v) => matrix.f + matrix.d * v - top;
    return { x: (v) => matrix.e + matrix.a * across(v) - left, y: (v) => y(up(v)), top: y(north), bottom: y(south), inside: () => true };
  }

  // ---- Marking ------------------------------------------------------------------------------------------------

  function say(text, live) {
    const readout = figure()?.querySelector(".readout");
    if (!readout || readout.textContent === text) return;
    readout.setAttribute("aria-live", live ? "polite" : "off");
    readout.textContent = text;
  }

  function mark(live) {
    const here = chart();
    const ring = figure()?.querySelector(".ring");
    if (!ring) return;
    const point = now === null ? null : here?.points.find(({ row }) => row === now);
    const to = point ? scales(here) : null;
    const [x, y] = to ? [to.x(point.x), to.y(point.y)] : [0, 0];
    ring.classList.toggle("at", Boolean(to?.inside(x, y)));
    if (to) {
      const circle = ring.querySelector("circle");
      circle.setAttribute("cx", x);
      circle.setAttribute("cy", y);
      ring.querySelector("path").setAttribute("d", here.byRank ? `M${x},${to.top}V${y - 8}M${x},${y + 8}V${to.bottom}` : "");
    }
    say(point ? plain(point.text) : "", live);
  }

  // Marks survive changes of the list and of the chart.
  const again = () => { if (now !== null) mark(false); };
  document.addEventListener("ireval:patched", () => requestAnimationFrame(again));
  document.addEventListener("ireval:drawn", (event) => {
    const plotted = event.target.querySelector(".plotted");
    if (!plotted.listening && plotted.on) {
      plotted.listening = true;
      plotted.on("plotly_hover", ({ points }) => {
        const point = points.find((p) => p.customdata);
        if (point) tell(`${point.curveNumber === chart().levels ? "level" : "rank"}-${point.customdata}`, false);
      });
      plotted.on("plotly_unhover", () => tell(null, false));
      plotted.on("plotly_relayout", again);
    }
    again();
  });
  addEventListener("resize", again);

  // ---- Telling and hearing ------------------------------------------------------------------------------------

  function tell(row, live) {
    own = row !== null;
    if (row === now) return;
    now = row;
    mark(live);
    document.dispatchEvent(new CustomEvent("ireval:point", { detail: { row, from: "chart" } }));
  }

  document.addEventListener("ireval:point", ({ detail: { row, from } }) => {
    if (from === "chart") return;
    now = row;
    own = false;
    mark(false);
  });

  // ---- Keys ---------------------------------------------------------------------------------------------------

  const isBox = (element) => element instanceof Element && element.matches("figure .box[tabindex]");

  function next(key, rows) {
    const last = rows.length - 1;
    const at = rows.indexOf(now);
    if (key === "Home") return 0;
    if (key === "End") return last;
    if (key === "ArrowRight") return Math.min(at + 1, last);
    if (key === "ArrowLeft") return at < 0 ? last : Math.max(at - 1, 0);
    return null;
  }

  document.addEventListener("keydown", (event) => {
    if (!isBox(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = chart()?.points.map(({ row }) => row) || [];
    const to = next(event.key, rows);
    if (event.key === "Escape") tell(null, true);
    else if (to !== null && rows.length) tell(rows[to], true);
    else return;
    event.preventDefault();
  });
  document.addEventListener("focusout", (event) => { if (isBox(event.target) && own) tell(null, false); });

  // ---- The pointer over the drawing, where Plotly is not (yet) --------------------------------------------------

  function nearest(event) {
    const here = chart();
    const to = here && scales(here);
    if (!to) return null;
    const { left, top } = figure().querySelector(".box").getBoundingClientRect();
    const [px, py] = [event.clientX - left, event.clientY - top];
    let [best, near] = [here.byRank ? Infinity : 20, null]; // on a curve it has to be close
    for (const { row, x, y } of here.points) {
      const away = Math.hypot(to.x(x) - px, here.byRank ? 0 : to.y(y) - py);
      if (away < best) [best, near] = [away, row];
    }
    return near;
  }

  document.addEventListener("pointermove", (event) => {
    if (event.target.closest?.("figure .drawn")) tell(nearest(event), false);
    else if (own && !event.target.closest?.("figure .box") && !isBox(document.activeElement)) tell(null, false);
  });
})();
