// What a chart shows, in numbers: read from the server's drawing, which is the only description of it. Plotly's figure,
// the ghost and the marks of points are made from this.
import { hear } from "../page/bus.js";
import { find, findAll } from "../page/elements.js";

/** @typedef {[low: number, high: number]} Range */
/** @typedef {{ title: string, range: Range, ticks: [value: number, label: string][] }} Axis */
/**
 * A part of a chart with a y axis of its own: where it is in the chart, from 0 to 1, its sides in the drawing, and
 * notes.
 * @typedef {Axis & {
 *   span: Range,
 *   sides: [west: number, east: number, north: number, south: number],
 *   notes: [x: number, y: number, text: string, before: boolean][],
 * }} Panel
 */
/**
 * Something drawn in a panel: `name` is the class of its path. Colours are those of CSS.
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} kind  line, bars, dots, diamond, cross or circle
 * @property {number} panel
 * @property {number[]} x
 * @property {number[]} y
 * @property {number} width  of bars, on the x axis
 * @property {string[]} text  what is said about each point; empty if nothing is
 * @property {number[] | null} since  the ranks or levels from which on points are known; null if they always are
 * @property {boolean} ofLevel  whether these are levels
 * @property {string[]} rows  the rows of the page's tables that points belong to; empty if none do
 * @property {boolean[]} filled  of dots
 * @property {string} stroke
 * @property {string} fill
 * @property {number} strokeWidth
 * @property {string} dash
 */
/** @typedef {{ key: string, byRank: boolean, curve: string, x: Axis, panels: Panel[] }} Scales */
/** @typedef {Scales & { layers: Layer[] }} Description */

/** The drawing of a chart that Plotly can draw, too. */
export const DRAWING = "svg[data-chart]";
/** The class of the pinned curve. */
export const PINNED = "ghost";

/** @param {Element | null} figure */
export const drawingOf = (figure) => (figure ? find(DRAWING, SVGSVGElement, figure) : null);

/** @type {WeakMap<Element, Description>} */
let read = new WeakMap();
hear("painted", () => {
  read = new WeakMap();
});

/**
 * The description of a figure's chart, null if nothing is drawn or Plotly cannot draw it.
 * @param {Element | null} figure
 * @returns {Description | null}
 */
export function describe(figure) {
  const drawing = drawingOf(figure);
  if (!drawing) return null;
  const found = read.get(drawing) ?? readDrawing(drawing);
  read.set(drawing, found);
  return found;
}

/** @param {SVGSVGElement} drawing  @returns {Description} */
function readDrawing(drawing) {
  /** @type {Scales} */
  const scales = JSON.parse(drawing.dataset.chart ?? "");
  /** @type {Layer[]} */
  const layers = [];
  for (const path of findAll("path[data-layer]", SVGPathElement, drawing)) {
    const layer = readLayer(path, scales);
    const before = layers.at(-1);
    const isRest = before?.kind === "dots" && layer.kind === "dots" && before.name === layer.name;
    layers.push(isRest ? join(/** @type {Layer} */ (layers.pop()), layer) : layer);
  }
  return { ...scales, layers };
}

/** @param {SVGPathElement} path  @param {Scales} scales  @returns {Layer} */
function readLayer(path, scales) {
  const { layer: kind = "", panel = "0", whole, text: texts, since: known } = path.dataset;
  const d = whole ?? path.getAttribute("d") ?? "";
  const numbers = d
    .split(/(?=M)| /)
    .filter(Boolean)
    .map((part) => (part.match(/-?[\d.]+/g) ?? []).map(Number));
  const {
    range,
    sides: [west, east, north, south],
  } = scales.panels[Number(panel)];
  const across = between(west, east, scales.x.range);
  const up = between(south, north, range);
  const isBars = kind === "bars"; // a bar is x, floor, top, other x
  const since = known === undefined ? null : known.split(" ").filter(Boolean).map(Number);
  const text = texts?.split("\n") ?? [];
  const ofLevel = "level" in path.dataset;
  return {
    name: path.classList[0],
    kind,
    panel: Number(panel),
    x: numbers.map((n) => across(isBars ? (n[0] + n[3]) / 2 : n[0])),
    y: numbers.map((n) => up(isBars ? n[2] : n[1])),
    width: isBars && numbers.length ? across(numbers[0][3]) - across(numbers[0][0]) : 0,
    text,
    since,
    ofLevel,
    rows: text.length && since ? since.map((number) => (number ? `${ofLevel ? "level" : "rank"}-${number}` : "")) : [],
    filled: numbers.map(() => path.classList.contains("hit")),
    stroke: path.getAttribute("stroke") ?? "none",
    fill: path.getAttribute("fill") ?? "none",
    strokeWidth: Number(path.getAttribute("stroke-width") ?? 0),
    dash: path.getAttribute("stroke-dasharray") ?? "",
  };
}

/**
 * From a place in the drawing to a value.
 * @param {number} start
 * @param {number} end
 * @param {Range} range
 * @returns {(place: number) => number}
 */
const between =
  (start, end, [low, high]) =>
  (place) =>
    low + ((place - start) / (end - start)) * (high - low);

/**
 * Dots that are filled and dots that are not, in the order of their ranks.
 * @param {Layer} a
 * @param {Layer} b
 * @returns {Layer}
 */
function join(a, b) {
  const since = [...(a.since ?? []), ...(b.since ?? [])];
  const order = since.map((_, i) => i).sort((i, j) => since[i] - since[j]);
  /** @template T @param {T[]} first  @param {T[]} second */
  const both = (first, second) => {
    const all = [...first, ...second];
    return order.map((i) => all[i]);
  };
  return {
    ...b,
    x: both(a.x, b.x),
    y: both(a.y, b.y),
    text: both(a.text, b.text),
    rows: both(a.rows, b.rows),
    filled: both(a.filled, b.filled),
    since: order.map((i) => since[i]),
  };
}
