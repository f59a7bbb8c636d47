// Charts: the server draws a plain curve; once the page is at rest, Plotly comes and draws the same figure with hover
// and zoom into the box beside it. Without Plotly the plain curve stays.
(() => {
  "use strict";
  const root = document.documentElement;
  const source = document.getElementById("lab")?.dataset.plotly;
  if (!source) return;

  const drawn = new WeakMap(); // figure -> the JSON that stands in its box
  const sized = new WeakMap(); // box -> the size that its chart was drawn for
  const size = (box) => `${box.clientWidth} ${box.clientHeight}`;
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
    if (!first) return;
    sized.set(box, size(box));
    sizes.observe(box);
  }

  const figures = () => [...document.querySelectorAll("figure:has(script.figure)")];
  const drawAll = () => figures().forEach(draw);

  // Answered in the next frame, since drawing within a report would call for another one. A hidden box has no width.
  const sizes = new ResizeObserver((entries) => requestAnimationFrame(() => {
    for (const { target: box } of entries) {
      if (!box.clientWidth || sized.get(box) === size(box)) continue;
      sized.set(box, size(box));
      window.Plotly.Plots.resize(box);
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
