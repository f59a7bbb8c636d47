// Charts: the server's drawing is the chart. Plotly, which draws the same with hover and zoom into the box next to it,
// takes a second to start. So its file is fetched when the page is idle, but runs only once somebody points at a chart,
// focuses or taps it. Without Plotly the plain drawing stays.
import { hear } from "../page/bus.js";
import { closest, findAll, make, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { describe, DRAWING, drawingOf, PINNED } from "./description.js";
import { ghostFor } from "./ghost.js";
import { figureOf } from "./plotly_figure.js";
import { follow } from "./points.js";
import { known, stage } from "./unfolding.js";

/** @typedef {import("./points.js").Plotted} Plotted */
/**
 * The parts of the library that are used here.
 * @typedef {object} Plotly
 * @property {(box: Element, data: unknown, layout: unknown, config: unknown) => void} react
 * @property {{ resize: (box: Element) => void }} Plots
 */

const root = document.documentElement;
const source = form.dataset.plotly ?? "";

/** @type {WeakMap<Element, string | null>} */
const drawn = new WeakMap(); // figure -> the drawing, the step and the ghost that were drawn in its box
/** @type {WeakMap<Element, string>} */
const sized = new WeakMap(); // box -> the size for which its chart was drawn
/** @param {Element} box */
const size = (box) => `${box.clientWidth} ${box.clientHeight}`;
/** @type {Map<string, string>} */
let colours = new Map();

const plotly = () => /** @type {Window & { Plotly?: Plotly }} */ (window).Plotly;
const isProjected = () => document.body.matches(".projector");

/**
 * Colours are written as CSS variables, so that a chart follows the theme. The box resolves them.
 * @param {string} css
 * @param {HTMLElement} box
 */
function colour(css, box) {
  if (css === "none") return "rgba(0,0,0,0)";
  if (!colours.has(css)) {
    box.style.color = css;
    colours.set(css, getComputedStyle(box).color);
    box.style.color = "";
  }
  return colours.get(css) ?? css;
}

/** @param {HTMLElement} figure */
function draw(figure) {
  const chart = describe(figure);
  if (!chart) return;
  const { layer, isHidden } = ghostFor(figure);
  const state = `${stage()} ${isHidden} ${JSON.stringify(layer)} ${drawingOf(figure)?.outerHTML}`;
  if (drawn.get(figure) === state) return;
  const box = need(".plotted", HTMLElement, figure);
  const layers = chart.layers.filter(({ name }) => name !== PINNED || !isHidden).map(known);
  if (layer) layers.push(layer);
  const how = { large: isProjected(), touched: matchMedia("(pointer: coarse)").matches };
  const { data, layout, config } = figureOf(chart, layers, (css) => colour(css, box), how);
  const first = !drawn.has(figure);
  drawn.set(figure, state);
  plotly()?.react(box, data, layout, config);
  if (first) {
    sized.set(box, size(box));
    sizes.observe(box);
  }
  follow(/** @type {Plotted} */ (box));
}

const figures = () =>
  findAll(DRAWING, SVGSVGElement).flatMap((drawing) => closest(drawing, "figure", HTMLElement) ?? []);
const drawAll = () => figures().forEach(draw);

// Handled in the next frame, because drawing in the callback would cause another one. A hidden box has no width.
const sizes = new ResizeObserver((entries) =>
  requestAnimationFrame(() => {
    for (const { target: box } of entries) {
      if (!box.clientWidth || sized.get(box) === size(box)) continue;
      sized.set(box, size(box));
      const figure = isProjected() ? closest(box, "figure", HTMLElement) : null;
      if (figure) drawn.set(figure, null);
      if (figure) draw(figure);
      else plotly()?.Plots.resize(box);
      follow(/** @type {Plotted} */ (box));
    }
  }),
);

function redraw() {
  colours = new Map();
  figures().forEach((figure) => drawn.set(figure, null));
  drawAll();
}

const isStarted = () => root.classList.contains("plotly");

function start() {
  root.classList.add("plotly"); // before drawing: a hidden box has no size
  try {
    drawAll();
  } catch (error) {
    root.classList.remove("plotly");
    throw error;
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

hear("painted", () => {
  if (isStarted()) drawAll();
});
hear("drawn", () => {
  if (isStarted()) drawAll();
});

// ---- The library -----------------------------------------------------------------------------------------------

const RESTS = 80; // ms; a pointer that only crosses the chart does not want it

/** The file, for the browser's cache: it is not run.  @returns {Promise<unknown>} */
const fetchEarly = () =>
  fetch(source, { priority: "low" })
    .then((answer) => answer.blob())
    .catch(() => null);

const whenIdle = () => {
  if ("requestIdleCallback" in window) requestIdleCallback(fetchEarly, { timeout: 2000 });
  else setTimeout(fetchEarly, 200);
};
if (document.readyState === "complete") whenIdle();
else window.addEventListener("load", whenIdle);

/** @type {HTMLScriptElement | null} */
let script = null;

function run() {
  if (script) return;
  script = make("script", { src: source }, document.head);
  script.addEventListener("load", start);
  script.addEventListener("error", () => {
    script?.remove();
    script = null; // the next intent tries again
  });
}

/** Whether a chart that Plotly draws is there.  @param {EventTarget | null} target */
const isChart = (target) => Boolean(drawingOf(closest(target, "figure .box", HTMLElement)));

let resting = 0;
document.addEventListener("pointermove", ({ target, pointerType }) => {
  if (script || pointerType === "touch") return; // a finger scrolls the page, or taps
  if (isChart(target)) resting ||= window.setTimeout(run, RESTS);
  else {
    clearTimeout(resting);
    resting = 0;
  }
});
if (isChart(document.activeElement)) run(); // focused before the scripts had loaded
for (const name of ["focusin", "click"])
  document.addEventListener(name, ({ target }) => {
    if (isChart(target)) run();
  });
