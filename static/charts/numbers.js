// The chart's numbers as a table, fetched when it is opened, and again when they change.
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
    if (filled.get(details) !== table) return; // overtaken
    const parsed = new DOMParser().parseFromString(text, "text/html");
    need(".loaded", HTMLElement, details).replaceChildren(...parsed.body.childNodes);
  } catch {
    filled.delete(details); // the link to the page stays, or what was there before
  }
}

document.addEventListener("toggle", ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.matches(".numbers")) fill(target);
}, true);
hear("patched", () => findAll("details.numbers", HTMLDetailsElement).forEach(fill));
