// Points of the chart: a row of a rank or a recall level that is pointed at anywhere on the page is marked in the
// chart, and a point of the chart is marked in the page.
import { hear, send } from "../page/bus.js";
import { closest, find, need } from "../page/elements.js";
import { describe, drawingOf } from "./description.js";
import { axisNumber } from "./plotly_figure.js";
import { known, stage } from "./unfolding.js";

/** @typedef {import("./description.js").Range} Range */
/** @typedef {{ row: string, x: number, y: number, text: string }} ChartPoint */
/**
 * @typedef {object} Chart
 * @property {ChartPoint[]} points  the points of rows, levels first
 * @property {string} yaxis
 * @property {[Range, Range]} ranges
 * @property {import("./description.js").Panel["sides"]} frame  of the drawing
 * @property {boolean} byRank
 */
/** @typedef {{ _offset: number, _length: number, d2p: (value: number) => number }} Axis */
/**
 * The box that holds Plotly's chart.
 * @typedef {HTMLElement & {
 *   _fullLayout?: Record<string, Axis>,
 *   on?: (event: string, listener: (event: { points: { customdata?: string }[] }) => void) => void,
 * }} Plotted
 */

/**
 * From values to pixels in the box.
 * @typedef {object} Scales
 * @property {(value: number) => number} x
 * @property {(value: number) => number} y
 * @property {number} top
 * @property {number} bottom
 * @property {(x: number, y: number) => boolean} inside
 */

const figure = () => drawingOf(document.body)?.closest("figure") ?? null;
/** @type {string | null} */
let now = null; // the row that is marked
let own = false; // whether it was pointed at in the chart, so that the end must be sent to others

// ---- The current chart ---------------------------------------------------------------------------------------------

/** @type {{ of: object | null, stage: string, chart: Chart | null }} */
let read = { of: null, stage: "", chart: null };

/** The points of ranks and levels in the chart, by their rows, and where its axes are in the drawing. */
function chart() {
  const found = describe(figure());
  if (read.of === found && read.stage === stage()) return read.chart;
  read = { of: found, stage: stage(), chart: null };
  if (!found) return null;
  const tied = found.layers.filter(({ rows }) => rows.length);
  const marked = tied.findLast(({ ofLevel }) => !ofLevel);
  const panel = marked?.panel ?? 0;
  const points = [...tied.filter(({ ofLevel }) => ofLevel), ...(marked ? [marked] : [])].map(known).flatMap(pointsOf);
  const { range, sides } = found.panels[panel];
  /** @type {[Range, Range]} */
  const ranges = [found.x.range, range];
  read.chart = { points, yaxis: `yaxis${axisNumber(panel)}`, ranges, frame: sides, byRank: found.byRank };
  return read.chart;
}

/**
 * The points of a layer that belong to rows.
 * @param {import("./description.js").Layer} layer
 * @returns {ChartPoint[]}
 */
const pointsOf = ({ rows, x, y, text }) =>
  rows.flatMap((row, i) => (row ? [{ row, x: x[i], y: y[i], text: text[i] }] : []));

/** @param {string} text */
const plain = (text) => text.replaceAll("<br>", ", ").replaceAll("&lt;", "<").replaceAll("&amp;", "&");

/**
 * The scales of Plotly's chart, including its zoom, or those of the drawing.
 * @param {Chart} chart
 * @returns {Scales | null}
 */
function scales({ yaxis, ranges, frame }) {
  const box = find(".box", HTMLElement, figure() ?? document);
  if (!box) return null;
  const plotted = /** @type {Plotted} */ (need(".plotted", HTMLElement, box));
  const shown = plotted.checkVisibility() && plotted._fullLayout;
  if (shown) {
    const [x, y] = [shown.xaxis, shown[yaxis]];
    const bottom = y._offset + y._length;
    return {
      x: (v) => x._offset + x.d2p(v),
      y: (v) => y._offset + y.d2p(v),
      top: y._offset,
      bottom,
      inside: (px, py) =>
        px >= x._offset - 1 && px <= x._offset + x._length + 1 && py >= y._offset - 1 && py <= bottom + 1,
    };
  }
  const matrix = find(".drawn svg", SVGSVGElement, box)?.getScreenCTM();
  if (!matrix) return null;
  const { left, top } = box.getBoundingClientRect();
  const [west, east, north, south] = frame;
  /** @param {Range} range  @param {number} a  @param {number} b  @returns {(v: number) => number} */
  const along =
    ([low, high], a, b) =>
    (v) =>
      a + ((v - low) / (high - low)) * (b - a);
  const [across, up] = [along(ranges[0], west, east), along(ranges[1], south, north)];
  /** @param {number} v */
  const y = (v) => matrix.f + matrix.d * v - top;
  /** @param {number} v */
  const x = (v) => matrix.e + matrix.a * across(v) - left;
  return { x, y: (v) => y(up(v)), top: y(north), bottom: y(south), inside: () => true };
}

// ---- Marking -----------------------------------------------------------------------------------------------------

/** @param {string} text  @param {boolean} live  whether it is announced */
function show(text, live) {
  const readout = find(".readout", HTMLElement, figure() ?? document);
  if (!readout || readout.textContent === text) return;
  readout.setAttribute("aria-live", live ? "polite" : "off");
  readout.textContent = text;
}

/** @param {boolean} live  whether the point is announced */
function mark(live) {
  const here = chart();
  const ring = find(".ring", SVGElement, figure() ?? document);
  if (!ring) return;
  const point = now === null ? null : here?.points.find(({ row }) => row === now);
  const to = point && here ? scales(here) : null;
  const [x, y] = point && to ? [to.x(point.x), to.y(point.y)] : [0, 0];
  ring.classList.toggle("at", Boolean(to?.inside(x, y)));
  if (to) {
    const circle = need("circle", SVGElement, ring);
    circle.setAttribute("cx", String(x));
    circle.setAttribute("cy", String(y));
    need("path", SVGElement, ring).setAttribute(
      "d",
      here?.byRank ? `M${x},${to.top}V${y - 8}M${x},${y + 8}V${to.bottom}` : "",
    );
  }
  show(point ? plain(point.text) : "", live);
}

// Marks survive changes of the list and of the chart.
const markAgain = () => {
  if (now !== null) mark(false);
};
hear("painted", markAgain);
addEventListener("resize", markAgain);

/** @type {WeakSet<Plotted>} */
const followed = new WeakSet();

/**
 * Listen to where the pointer is in a chart that Plotly has drawn, and mark that row.
 * @param {Plotted} plotted
 */
export function follow(plotted) {
  if (plotted.on && !followed.has(plotted)) {
    followed.add(plotted);
    plotted.on("plotly_hover", ({ points }) => {
      const row = points.find((point) => point.customdata)?.customdata;
      if (row) announce(row, false);
    });
    plotted.on("plotly_unhover", () => announce(null, false));
    plotted.on("plotly_relayout", markAgain);
  }
  markAgain();
}

// ---- Sending and hearing -----------------------------------------------------------------------------------------

/** @param {string | null} row  @param {boolean} live */
function announce(row, live) {
  own = row !== null;
  if (row === now) return;
  now = row;
  mark(live);
  send("point", { row, col: null, from: "chart" });
}

hear("point", ({ row, from }) => {
  if (from === "chart") return;
  now = row;
  own = false;
  mark(false);
});

// ---- Keys --------------------------------------------------------------------------------------------------------

/** @param {EventTarget | null} element */
const isBox = (element) => element instanceof Element && element.matches("figure .box[tabindex]");

/** @param {string} key  @param {string[]} rows */
function next(key, rows) {
  const last = rows.length - 1;
  const at = rows.findIndex((row) => row === now);
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowRight") return Math.min(at + 1, last);
  if (key === "ArrowLeft") return at < 0 ? last : Math.max(at - 1, 0);
  return null;
}

document.addEventListener("keydown", (event) => {
  if (!isBox(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
  const rows = chart()?.points.map(({ row }) => row) ?? [];
  const to = next(event.key, rows);
  if (event.key === "Escape") announce(null, true);
  else if (to !== null && rows.length) announce(rows[to], true);
  else return;
  event.preventDefault();
});
document.addEventListener("focusout", (event) => {
  if (isBox(event.target) && own) announce(null, false);
});

// ---- The pointer over the drawing, until Plotly draws ----------------------------------------------------------

/** @param {PointerEvent} event */
function nearest(event) {
  const here = chart();
  const to = here && scales(here);
  if (!to) return null;
  const { left, top } = need(".box", HTMLElement, figure() ?? document).getBoundingClientRect();
  const [px, py] = [event.clientX - left, event.clientY - top];
  let best = here.byRank ? Infinity : 20; // on a curve the pointer must be close
  /** @type {string | null} */
  let near = null;
  for (const { row, x, y } of here.points) {
    const away = Math.hypot(to.x(x) - px, here.byRank ? 0 : to.y(y) - py);
    if (away < best) [best, near] = [away, row];
  }
  return near;
}

document.addEventListener("pointermove", (event) => {
  if (closest(event.target, "figure .drawn", Element)) announce(nearest(event), false);
  else if (own && !closest(event.target, "figure .box", Element) && !isBox(document.activeElement))
    announce(null, false);
});
