// The curve before the last change, as a ghost in the chart until the next change. It is drawn from the earlier chart's
// numbers, in the scales of the present one. A pinned curve takes its place. While the table is shown step by step,
// there is no ghost, because it would show what comes.
import { changed, essence, valueOf } from "../page/address.js";
import { hear, send } from "../page/bus.js";
import { find } from "../page/elements.js";
import { address, form } from "../page/form.js";
import { describe, PINNED } from "./description.js";

/** @typedef {import("./description.js").Description} Description */
/** @typedef {import("./description.js").Layer} Layer */

const WIDER = 1.3;

const main = () => find("#chart", HTMLElement, form);
const isStepping = () => Boolean(find(".stepping", HTMLElement, form));

const current = () => ({ chart: describe(main()), address: address() });
let shown = current();
/** @type {typeof shown} */
const NONE = { chart: null, address: "" };
let before = NONE; // the chart of the same list before the last change

/** @param {Description | null} chart  @param {string} name */
const layerOf = (chart, name) => chart?.layers.find((layer) => layer.name === name);

/** The earlier curve, if the chart is the same and nothing is pinned.  @param {Description | null} now */
function curve(now) {
  const old = before.chart;
  if (!now || !old || layerOf(now, PINNED) || old.key !== now.key) return null;
  const layer = layerOf(old, old.curve);
  if (!layer) return null;
  const isBars = layer.kind === "bars";
  const [low, high] = now.x.range;
  const kept = layer.x.flatMap((x, i) => (x >= low && x <= high && (!isBars || layer.y[i]) ? [i] : []));
  const wide = isBars ? { width: WIDER * layer.width } : {}; // around the present bars
  return kept.length ? { ...layer, ...wide, x: kept.map((i) => layer.x[i]), y: kept.map((i) => layer.y[i]) } : null;
}

const BARS = { stroke: "var(--ink)", strokeWidth: 1.5 };
const LINE = { stroke: "var(--k2)", strokeWidth: 2, dash: "9 3 2 3" };

/**
 * What Plotly draws in a figure beside the chart's own layers: the ghost, null for none; and whether ghosts are hidden.
 * @param {Element} figure
 */
export function ghostFor(figure) {
  const isHidden = figure === main() && isStepping();
  const old = figure === main() && !isHidden ? curve(describe(figure)) : null;
  const look = old?.kind === "bars" ? BARS : LINE;
  return { layer: old && { ...old, ...look, name: "before", fill: "none", text: [], rows: [], since: null }, isHidden };
}

/** The ghost as a path in the drawing's own units.  @param {Description} now  @param {Layer} layer */
function path(
  {
    x: {
      range: [left, right],
    },
    panels,
  },
  { kind, x, y, width, panel },
) {
  const {
    range: [low, high],
    sides: [west, east, north, south],
  } = panels[panel];
  /** @param {number} v */
  const across = (v) => (west + ((v - left) / (right - left)) * (east - west)).toFixed(1);
  /** @param {number} v */
  const up = (v) => (south - ((Math.min(v, high) - low) / (high - low)) * (south - north)).toFixed(1);
  if (kind !== "bars") return `M${x.map((v, i) => `${across(v)},${up(y[i])}`).join(" ")}`;
  return x.map((v, i) => `M${across(v - width / 2)},${up(0)}V${up(y[i])}H${across(v + width / 2)}V${up(0)}`).join("");
}

function draw() {
  const figure = main();
  const overlay = figure && find("svg.ghost", SVGSVGElement, figure);
  if (!overlay) return;
  const now = describe(figure);
  const old = curve(now);
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", now && old ? path(now, old) : "");
  overlay.replaceChildren(line);
  find(".before", HTMLElement, figure)?.classList.toggle("shown", Boolean(old));
}

/** Charts that depend on the list alone; others show the open measure. */
const OF_LIST = ["pr", "gain"];

/** The earlier form of another chart, or of another measure's, which the page has not had. */
async function fetchEarlier() {
  if (!before.address || !shown.chart) return;
  const [now, old] = [shown.address, before.address].map((each) =>
    ["chart", "show"].map((name) => valueOf(each, name)),
  );
  const [chart, show] = now;
  if (chart === old[0] && (OF_LIST.includes(chart ?? "pr") || show === old[1])) return;
  const wanted = (before = { chart: null, address: changed(before.address, { chart, show, step: null }) });
  const answer = await fetch(wanted.address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || wanted !== before) return; // a newer change has come
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  before = { ...wanted, chart: describe(find("#chart", HTMLElement, page)) };
  draw();
  send("drawn", {});
}

let isArrival = false; // then the chart is that of another item of a playlist
hear("arrived", () => {
  isArrival = true;
});
hear("painted", () => {
  const was = shown;
  shown = current();
  if (isArrival || ["list", "arrangement"].some((name) => valueOf(was.address, name) !== valueOf(shown.address, name)))
    before = NONE;
  else if (essence(was.address) !== essence(shown.address)) before = was;
  isArrival = false;
  draw();
  fetchEarlier();
});
