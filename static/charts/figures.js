// Charts: the server makes a plain drawing of each. Once the page is idle, Plotly is loaded and draws the same figure,
// with hover and zoom, into the box next to it. Without Plotly the plain drawing stays.
import { hear } from "../page/bus.js";
import { closest, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { ghostFor } from "./ghost.js";
import { follow } from "./points.js";
import { known, stage } from "./unfolding.js";

/** @typedef {import("./points.js").Plotted} Plotted */
/** @typedef {import("./unfolding.js").Trace} Trace */
/**
 * The parts of the library that are used here.
 * @typedef {object} Plotly
 * @property {(box: Element, data: unknown, layout: unknown, config: unknown) => void} react
 * @property {{ resize: (box: Element) => void }} Plots
 */

const root = document.documentElement;
const source = form.dataset.plotly ?? "";

/** @type {WeakMap<Element, string | null>} */
const drawn = new WeakMap(); // figure -> the step, the ghost and the JSON that were drawn in its box
/** @type {WeakMap<Element, string>} */
const sized = new WeakMap(); // box -> the size for which its chart was drawn
/** @param {Element} box */
const size = (box) => `${box.clientWidth} ${box.clientHeight}`;
/** @type {Map<string, string>} */
let colours = new Map();

const plotly = () => /** @type {Window & { Plotly?: Plotly }} */ (window).Plotly;

/**
 * Colours are written as names of CSS variables, so that a figure follows the theme. The box resolves them.
 * @param {string} name
 * @param {HTMLElement} box
 */
function colour(name, box) {
  if (!colours.has(name)) {
    box.style.color = `var(${name})`;
    colours.set(name, getComputedStyle(box).color);
    box.style.color = "";
  }
  return colours.get(name);
}

/** @param {string} json  @param {HTMLElement} box */
const parse = (json, box) =>
  JSON.parse(json, (_key, value) => (typeof value === "string" && value.startsWith("--") ? colour(value, box) : value));

/**
 * @typedef {{ font: { size: number }, hoverlabel: { font?: { size?: number } }, margin: Record<string, number> }} Layout
 * @typedef {{ line?: { width: number }, marker?: { size?: number | number[] } }} Look
 */

/** The projector view's type grows with the window, and the chart with it.  @param {Layout} layout  @param {Look[]} data */
function scale(layout, data) {
  const times = parseFloat(getComputedStyle(root).fontSize) / 16;
  for (const { line, marker } of data) {
    if (line) line.width *= times;
    if (marker?.size) marker.size = Array.isArray(marker.size) ? marker.size.map((s) => s * times) : marker.size * times;
  }
  layout.font.size *= times;
  if (layout.hoverlabel.font?.size) layout.hoverlabel.font.size *= times;
  for (const [side, width] of Object.entries(layout.margin)) layout.margin[side] = width * times;
}

/** With a finger there is no toolbar over the chart, and dragging scrolls the page. */
const isTouched = () => matchMedia("(pointer: coarse)").matches;

/** @param {HTMLElement} figure */
function draw(figure) {
  const json = need("script.figure", HTMLScriptElement, figure).textContent;
  const { trace, isHidden } = ghostFor(figure);
  const state = `${stage()} ${isHidden} ${trace} ${json}`;
  if (drawn.get(figure) === state) return;
  const box = need(".plotted", HTMLElement, figure);
  const { data, layout, config, levels, ghost } = parse(json, box);
  if (typeof ghost === "number") data[ghost].visible = !isHidden;
  if (trace) data.push(parse(trace, box));
  if (document.body.matches(".projector")) scale(layout, data);
  const first = !drawn.has(figure);
  drawn.set(figure, state);
  if (isTouched()) {
    config.displayModeBar = false;
    layout.dragmode = false;
  }
  const shown = /** @type {Trace[]} */ (data).map((each, i) => known(each, i === levels));
  plotly()?.react(box, shown, layout, config);
  if (first) {
    sized.set(box, size(box));
    sizes.observe(box);
  }
  follow(/** @type {Plotted} */ (box));
}

const figures = () => findAll("figure:has(script.figure)", HTMLElement);
const drawAll = () => figures().forEach(draw);

// Handled in the next frame, because drawing in the callback would cause another one. A hidden box has no width.
const sizes = new ResizeObserver((entries) => requestAnimationFrame(() => {
  for (const { target: box } of entries) {
    if (!box.clientWidth || sized.get(box) === size(box)) continue;
    sized.set(box, size(box));
    const figure = document.body.matches(".projector") ? closest(box, "figure", HTMLElement) : null;
    if (figure) drawn.set(figure, null);
    if (figure) draw(figure);
    else plotly()?.Plots.resize(box);
    follow(/** @type {Plotted} */ (box));
  }
}));

function redraw() {
  colours = new Map();
  figures().forEach((figure) => drawn.set(figure, null));
  drawAll();
}

function start() {
  root.classList.add("plotly"); // before drawing: a hidden box has no size
  try {
    drawAll();
  } catch (error) {
    root.classList.remove("plotly");
    throw error;
  }
  hear("patched", drawAll);
  hear("drawn", drawAll);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

function load() {
  const script = document.createElement("script");
  script.src = source;
  script.addEventListener("load", start);
  document.head.append(script);
}

const whenIdle = () => {
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 2000 });
  else setTimeout(load, 200);
};
if (document.readyState === "complete") whenIdle();
else window.addEventListener("load", whenIdle);
