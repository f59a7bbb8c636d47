// Charts: the server draws each one plainly; once the page is at rest, Plotly comes and draws the same figure with hover
// and zoom into the box beside it. Without Plotly the plain drawing stays. It is also what is saved as a picture.
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

  const tell = (figure) => figure.dispatchEvent(new CustomEvent("ireval:drawn", { bubbles: true }));

  function draw(figure) {
    const json = figure.querySelector("script.figure").textContent;
    if (drawn.get(figure) === json) return;
    const box = figure.querySelector(".plotted");
    const { data, layout, config } = parse(json, box);
    const first = !drawn.has(figure);
    drawn.set(figure, json);
    window.Plotly.react(box, data, layout, config);
    if (first) {
      sized.set(box, size(box));
      sizes.observe(box);
    }
    tell(figure);
  }

  const figures = () => [...document.querySelectorAll("figure:has(script.figure)")];
  const drawAll = () => figures().forEach(draw);

  // Answered in the next frame, since drawing within a report would call for another one. A hidden box has no width.
  const sizes = new ResizeObserver((entries) => requestAnimationFrame(() => {
    for (const { target: box } of entries) {
      if (!box.clientWidth || sized.get(box) === size(box)) continue;
      sized.set(box, size(box));
      window.Plotly.Plots.resize(box);
      tell(box.closest("figure"));
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

  // ---- The picture as PNG: the server's SVG file, three times as large ----------------------------------------

  function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async function savePng(button) {
    const { href } = button.closest("figure").querySelector("a[download]");
    const answer = await fetch(href);
    if (!answer.ok) throw new Error(answer.status);
    const image = new Image();
    image.src = URL.createObjectURL(await answer.blob());
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    canvas.toBlob((blob) => save(blob, button.dataset.name), "image/png");
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("figure .png");
    if (!button) return;
    savePng(button).catch(() => {
      const readout = button.closest("figure").querySelector(".readout");
      readout.setAttribute("aria-live", "polite");
      readout.textContent = "The picture did not come from the server. Try again.";
    });
  });

  // ---- The numbers as a table, fetched when it is opened, and again when they change ---------------------------

  async function fill(details) {
    const { table } = details.dataset;
    if (!details.open || details.filled === table) return;
    details.filled = table;
    try {
      const answer = await fetch(table, { headers: { "HX-Request": "true" } });
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      if (details.filled !== table) return; // overtaken
      const parsed = new DOMParser().parseFromString(text, "text/html");
      details.querySelector(".loaded").replaceChildren(...parsed.body.childNodes);
    } catch {
      details.filled = null; // the link to the page stays, or what was there before
    }
  }

  const fillAll = () => document.querySelectorAll("details.numbers").forEach(fill);
  document.addEventListener("toggle", (event) => { if (event.target.matches("details.numbers")) fill(event.target); }, true);
  document.addEventListener("ireval:patched", fillAll);
})();
