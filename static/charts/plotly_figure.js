// A chart's description as a figure for Plotly.

/** @typedef {import("./description.js").Axis} Axis */
/** @typedef {import("./description.js").Description} Description */
/** @typedef {import("./description.js").Layer} Layer */
/** @typedef {import("./description.js").Panel} Panel */
/** @typedef {(css: string) => string} Ink  a colour of CSS as one that Plotly knows */
/**
 * The parts of a figure that are read here.
 * @typedef {{ font: { size: number }, hoverlabel: { font: { size?: number } }, margin: Record<string, number> }} Layout
 * @typedef {{ line?: { width: number }, marker?: { size?: number | number[] } }} Look
 */

const MANY = 60; // dots; more are small
/** @type {Record<string, string>} */
const SYMBOLS = { diamond: "diamond-open", cross: "x-thin-open", circle: "circle-open" };
/** @type {Record<string, string>} */
const DASHES = { "1 3": "dot", "5 3": "dash", "9 3 2 3": "dashdot" };

const CONFIG = {
  displaylogo: false,
  showSendToCloud: false, // otherwise a button offers to upload the chart to the makers of the library
  plotlyServerURL: "",
  modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
};

/** What the projector view shows larger. */
const USUAL = { size: 12, margin: { l: 48, r: 34, t: 8, b: 42 } };
const LARGE = { size: 19, margin: { l: 80, r: 40, t: 12, b: 62 } };

/** @param {Axis} axis  @param {Ink} ink */
const axisOf = ({ title, range, ticks }, ink) => ({
  title: { text: title, standoff: 6 },
  range,
  tickvals: ticks.map(([value]) => value),
  ticktext: ticks.map(([, label]) => label.replaceAll("\n", "<br>")),
  tickangle: 0,
  zeroline: false,
  gridcolor: ink("var(--line)"),
  linecolor: ink("var(--line)"),
});

/** @param {Panel} panel  @param {string} number */
const notesOf = ({ notes }, number) =>
  notes.map(([x, y, text, before]) => {
    const side = before ? { xanchor: "right", xshift: -4 } : { xanchor: "left", xshift: 4 };
    return { x, y, yref: `y${number}`, text, showarrow: false, yanchor: "middle", ...side };
  });

/** The number in the name of a panel's axis.  @param {number} panel */
export const axisNumber = (panel) => (panel ? String(panel + 1) : "");

/** @param {Description} chart  @param {Ink} ink  @param {boolean} large */
function layoutOf({ key, byRank, x, panels }, ink, large) {
  const { size, margin } = large ? LARGE : USUAL;
  const across = { ...axisOf(x, ink), showgrid: !byRank, ...(panels.length > 1 && { anchor: `y${panels.length}` }) };
  const up = panels.map((panel, i) => [
    `yaxis${axisNumber(i)}`,
    { ...axisOf(panel, ink), domain: panel.span, fixedrange: byRank },
  ]);
  return {
    margin: { ...margin },
    paper_bgcolor: ink("var(--card)"),
    plot_bgcolor: ink("var(--card)"),
    font: { color: ink("var(--soft)"), size, family: "system-ui, sans-serif" },
    hoverlabel: { bgcolor: ink("var(--ink)"), font: { color: ink("var(--card)"), ...(large && { size }) } },
    showlegend: false,
    barmode: "overlay",
    modebar: { orientation: "v" }, // at the side: above the points it would cover those with precision 1
    xaxis: across,
    ...Object.fromEntries(up),
    hovermode: byRank ? "x" : "closest",
    uirevision: key, // the zoom stays after a change, but not in another chart
    annotations: panels.flatMap((panel, i) => notesOf(panel, axisNumber(i))),
  };
}

/** @param {Layer} layer  @param {Ink} ink */
function lookOf({ kind, x, filled, stroke, fill, strokeWidth, dash, width }, ink) {
  if (kind === "line") {
    const line = { color: ink(stroke), width: strokeWidth, ...(dash && { dash: DASHES[dash] }) };
    return { type: "scatter", mode: "lines", line };
  }
  if (kind === "bars") {
    const line = stroke === "none" ? { width: 0 } : { color: ink(stroke), width: Math.max(1, strokeWidth) };
    return { type: "bar", width, marker: { color: ink(fill), line }, textposition: "none" };
  }
  const points = { type: "scatter", mode: "markers", cliponaxis: false };
  if (kind in SYMBOLS) return { ...points, marker: { symbol: SYMBOLS[kind], size: 9, color: ink(stroke) } };
  const [large, small] = x.length > MANY ? [5, 3] : [9, 6];
  const [full, edge, empty] = ["var(--accent)", "var(--soft)", "var(--card)"].map(ink);
  const marker = {
    opacity: 1, // otherwise different sizes make them transparent
    size: filled.map((is) => (is ? large : small)),
    color: filled.map((is) => (is ? full : empty)),
    line: { color: filled.map((is) => (is ? full : edge)), width: 1 },
  };
  return { ...points, marker };
}

/** @param {Layer} layer  @param {Ink} ink */
const traceOf = (layer, ink) => ({
  x: layer.x,
  y: layer.y,
  name: layer.name,
  ...lookOf(layer, ink),
  ...(layer.text.length ? { text: layer.text, hovertemplate: "%{text}<extra></extra>" } : { hoverinfo: "skip" }),
  ...(layer.rows.length && { customdata: layer.rows }),
  ...(layer.panel && { yaxis: `y${axisNumber(layer.panel)}` }),
});

/**
 * The projector view's type grows with the window, and the chart with it.
 * @param {Layout} layout
 * @param {Look[]} data
 */
function scale(layout, data) {
  const times = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  for (const { line, marker } of data) {
    if (line) line.width *= times;
    if (marker?.size)
      marker.size = Array.isArray(marker.size) ? marker.size.map((s) => s * times) : marker.size * times;
  }
  layout.font.size *= times;
  if (layout.hoverlabel.font.size) layout.hoverlabel.font.size *= times;
  for (const [side, width] of Object.entries(layout.margin)) layout.margin[side] = width * times;
}

/**
 * The figure of a chart with these layers. With a finger there is no toolbar, and dragging scrolls the page.
 * @param {Description} chart
 * @param {Layer[]} layers
 * @param {Ink} ink
 * @param {{ large: boolean, touched: boolean }} how
 */
export function figureOf(chart, layers, ink, { large, touched }) {
  const data = layers.map((layer) => traceOf(layer, ink));
  const layout = { ...layoutOf(chart, ink, large), ...(touched && { dragmode: false }) };
  if (large) scale(layout, data);
  const picture = { format: "png", filename: chart.key, scale: 3 };
  return {
    data,
    layout,
    config: { ...CONFIG, toImageButtonOptions: picture, ...(touched && { displayModeBar: false }) },
  };
}
