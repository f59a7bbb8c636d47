// The curve before the last change, as a ghost in the chart until the next change. It is drawn from the earlier figure's
// numbers, in the scales of the present one. A pinned curve takes its place. While the table is shown step by step, there
// is no ghost, because it would show what comes.
import { changed, essence, valueOf } from "../page/address.js";
import { hear, send } from "../page/bus.js";
import { find } from "../page/elements.js";
import { address, form } from "../page/form.js";

/** @typedef {{ x: number[], y: number[], type: string, width?: number, yaxis?: string }} Trace */
/**
 * @typedef {object} Drawn
 * @property {Trace[]} data
 * @property {{ uirevision: string, xaxis: { range: [number, number] }, [name: string]: unknown }} layout
 * @property {[west: number, east: number, north: number, south: number]} frame
 * @property {number | null} curve  the index of the trace that is compared
 * @property {number | null} ghost  the index of the pinned one
 */

const WIDER = 1.3;

const main = () => find("#chart", HTMLElement, form);
const json = () => find("script.figure", HTMLScriptElement, main() ?? document)?.textContent ?? "";
const isStepping = () => Boolean(find(".stepping", HTMLElement, form));

const current = () => ({ json: json(), address: address() });
let shown = current();
const NONE = { json: "", address: "" };
let before = NONE; // the figure of the same list before the last change

/** @param {string} text  @returns {Drawn | null} */
const read = (text) => (text ? JSON.parse(text) : null);

/** The earlier curve, if the chart is the same and nothing is pinned.  @param {Drawn | null} now */
function curve(now) {
  const old = read(before.json);
  if (!now || !old || now.ghost !== null || old.curve === null
    || old.layout.uirevision !== now.layout.uirevision) return null;
  const trace = old.data[old.curve];
  const [low, high] = now.layout.xaxis.range;
  const { type, width = 0 } = trace;
  const kept = trace.x.flatMap((x, i) => (x >= low && x <= high && (type !== "bar" || trace.y[i]) ? [i] : []));
  const wide = type === "bar" ? { width: WIDER * width } : {}; // around the present bars
  return kept.length ? { ...trace, ...wide, x: kept.map((i) => trace.x[i]), y: kept.map((i) => trace.y[i]) } : null;
}

/**
 * What Plotly draws in a figure beside its own traces: the ghost as JSON, empty for none; and whether ghosts are hidden.
 * @param {Element} figure
 */
export function ghostFor(figure) {
  const isHidden = figure === main() && isStepping();
  const old = figure === main() && !isHidden ? curve(read(json())) : null;
  if (!old) return { trace: "", isHidden };
  const look = old.type === "bar"
    ? { marker: { color: "rgba(0,0,0,0)", line: { color: "--ink", width: 1.5 } } }
    : { mode: "lines", line: { color: "--soft", width: 2, dash: "dash" } };
  const { x, y, type, width, yaxis } = old;
  return { trace: JSON.stringify({ x, y, type, width, yaxis, hoverinfo: "skip", name: "before", ...look }), isHidden };
}

/** The ghost as a path in the drawing's own units.  @param {Drawn} now  @param {Trace} trace */
function path({ layout, frame }, { x, y, type, width = 0, yaxis = "y" }) {
  const [west, east, north, south] = frame;
  const [left, right] = layout.xaxis.range;
  const [low, high] = /** @type {{ range: [number, number] }} */ (layout[yaxis.replace("y", "yaxis")]).range;
  /** @param {number} v */
  const across = (v) => (west + ((v - left) / (right - left)) * (east - west)).toFixed(1);
  /** @param {number} v */
  const up = (v) => (south - ((Math.min(v, high) - low) / (high - low)) * (south - north)).toFixed(1);
  if (type !== "bar") return `M${x.map((v, i) => `${across(v)},${up(y[i])}`).join(" ")}`;
  return x.map((v, i) => `M${across(v - width / 2)},${up(0)}V${up(y[i])}H${across(v + width / 2)}V${up(0)}`).join("");
}

function draw() {
  const figure = main();
  const overlay = figure && find("svg.ghost", SVGSVGElement, figure);
  if (!overlay) return;
  const now = read(json());
  const old = curve(now);
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", now && old ? path(now, old) : "");
  overlay.replaceChildren(line);
  find(".before", HTMLElement, figure)?.classList.toggle("shown", Boolean(old));
}

/** Charts that depend on the list alone; others show the open measure. */
const OF_LIST = ["pr", "gain"];

/** The earlier figure of another chart, or of another measure's, which the page has not had. */
async function fetchEarlier() {
  if (!before.address || !shown.json) return;
  const [now, old] = [shown.address, before.address].map((each) => ["chart", "show"].map((name) => valueOf(each, name)));
  const [chart, show] = now;
  if (chart === old[0] && (OF_LIST.includes(chart ?? "pr") || show === old[1])) return;
  const wanted = before = { json: "", address: changed(before.address, { chart, show, step: null }) };
  const answer = await fetch(wanted.address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || wanted !== before) return; // a newer change has come
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  before = { ...wanted, json: find("#chart script.figure", HTMLScriptElement, page)?.textContent ?? "" };
  draw();
  send("drawn", {});
}

hear("patched", () => {
  const was = shown;
  shown = current();
  if (["list", "arrangement"].some((name) => valueOf(was.address, name) !== valueOf(shown.address, name))) before = NONE;
  else if (essence(was.address) !== essence(shown.address)) before = was;
  draw();
  fetchEarlier();
});
