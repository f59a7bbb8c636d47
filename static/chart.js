// Charts: the server draws a plain curve; once the page is at rest, Plotly comes and draws the same figure with hover
// and zoom into the box beside it. Without Plotly the plain curve stays.
(() => {
  "use strict";
  const root = document.documentElement;
  const source = document.getElementById("lab")?.dataset.plotly;
  if (!source) return;

  const drawn = new WeakMap(); // figure -> the JSON that stands in its box
  let colours = new Map();

  // Colours are written as names of CSS variables, so that a figure follows the theme. The box resolves them.
  function colour(name, box) {
    if (!colours.has(name)) {
      box.style.color = `var(${name})`;
      colours.set(name, getComputedStyle(box).color);
      box.style.color = "";
    }
    return colours.get(name);
  }

  const parse = (json, box) =>
    JSON.parse(json, (_key, value) => (typeof value === "string" && value.startsWith("--") ? colour(value, box) : value));

  function draw(figure) {
    const json = figure.querySelector("script.figure").textContent;
    if (drawn.get(figure) === json) return;
    const box = figure.querySelector(".plotted");
    const { data, layout, config } = parse(json, box);
    const first = !drawn.has(figure);
    drawn.set(figure, json);
    window.Plotly.react(box, data, layout, config);
    if (first) sizes.observe(box);
  }

  const figures = () => [...document.querySelectorAll("figure:has(script.figure)")];
  const drawAll = () => figures().forEach(draw);

  // The observer reports each box once at the start, when it has just been drawn. Later reports are answered in the next
  // frame, since drawing at once would call for another report. On paper the box is hidden and has no width.
  const reported = new WeakSet();
  const sizes = new ResizeObserver((entries) => {
    const boxes = entries.map((entry) => entry.target).filter((box) => reported.has(box));
    entries.forEach((entry) => reported.add(entry.target));
    if (boxes.length) requestAnimationFrame(() => boxes.filter((b) => b.clientWidth).forEach((b) => window.Plotly.Plots.resize(b)));
  });

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
    document.addEventListener("ireval:patched", drawAll);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  function load() {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("load", start);
    document.head.append(script);
  }

  const idle = window.requestIdleCallback || ((callback) => setTimeout(callback, 200));
  const whenIdle = () => idle(load, { timeout: 2000 });
  if (document.readyState === "complete") whenIdle();
  else window.addEventListener("load", whenIdle);
})();
