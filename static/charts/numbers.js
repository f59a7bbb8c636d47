// Tables and lists that are loaded when they are opened, and again when they change, such as the numbers of the chart.
import { hear } from "../page/bus.js";
import { findAll, need } from "../page/elements.js";

/** @type {WeakMap<HTMLDetailsElement, string>} */
const filled = new WeakMap();

/** @param {HTMLDetailsElement} details */
async function fill(details) {
  const { table = "" } = details.dataset;
  if (!details.open || filled.get(details) === table) return;
  filled.set(details, table);
  try {
    const answer = await fetch(table, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const text = await answer.text();
    if (filled.get(details) !== table) return; // a newer request has replaced this one
    const parsed = new DOMParser().parseFromString(text, "text/html");
    need(".loaded", HTMLElement, details).replaceChildren(...parsed.body.childNodes);
  } catch {
    filled.delete(details); // the link to the page, or the earlier table, stays
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches("[data-table]")) fill(target);
  },
  true,
);
hear("settled", () => findAll("details[data-table]", HTMLDetailsElement).forEach(fill));
