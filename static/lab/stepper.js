// Step by step: shows the open table row by row, without a request. The slider has the state; the classes of the rows
// are the same as the server's.
import { changed } from "../page/address.js";
import { say } from "../page/announcements.js";
import { hear, send } from "../page/bus.js";
import { closest, need } from "../page/elements.js";
import { address, form, input } from "../page/form.js";
import { numberOf, rows } from "./cells.js";
import { stopAt } from "./highlights.js";

/** @type {number | null} */
let mine = null; // the step that was chosen since the last request

const slider = () => input("step");

/**
 * Show the table up to this row; 0 shows all of it.
 * @param {number} step
 */
export function unfold(step) {
  const work = need(".work", HTMLElement, form);
  const { read, axis } = work.dataset;
  const all = rows();
  const at = Math.max(0, Math.min(step, all.length));
  const words = at ? `${axis} ${at} of ${all.length}` : "whole table";
  mine = at;
  slider().value = String(at);
  slider().setAttribute("aria-valuetext", words);
  need(".stop", HTMLElement, form).textContent = words;
  all.forEach((row, i) => {
    row.classList.toggle("now", i + 1 === at);
    row.classList.toggle("ahead", at > 0 && i + 1 > at);
  });
  work.classList.toggle("stepping", at > 0);
  work.classList.toggle("unread", at > 0 && numberOf(read) > at);
  keep(at);
  stopAtRow(all[at - 1]);
  if (!at && document.activeElement !== slider()) say("Whole table"); // the slider announces its own value
}

/**
 * Show this many more rows, unless a playlist leads to another item.
 * @param {number} by
 */
export function move(by) {
  const step = { by, taken: false };
  send("stepping", step);
  if (!step.taken) unfold(Number(slider().value) + by);
}

/** @param {HTMLTableRowElement | undefined} row */
function stopAtRow(row) {
  stopAt(row?.id ?? null);
  const place = row?.getBoundingClientRect();
  if (place && (place.top < 0 || place.bottom > document.documentElement.clientHeight)) row?.scrollIntoView({ block: "center" });
}

/**
 * The step is the last part of the address. Nobody needs to undo it, so it replaces the entry in the history.
 * @param {number} at
 */
function keep(at) {
  const kept = changed(address(), { step: at || null });
  form.dataset.address = kept;
  history.replaceState(history.state, "", kept + location.hash); // browsers count these calls, so that one must do
  send("patched", { address: kept, refused: false });
}

/** @param {EventTarget | null} target */
const isSlider = (target) => closest(target, 'input[name="step"]', HTMLInputElement);

form.addEventListener("input", ({ target }) => { if (isSlider(target)) unfold(Number(slider().value)); });
form.addEventListener("change", (event) => { if (isSlider(event.target)) event.stopPropagation(); }, true);
form.addEventListener("click", (event) => {
  const [verb, by] = closest(event.target, "button", HTMLButtonElement)?.value.split(" ") ?? [];
  if (verb !== "step") return;
  event.preventDefault();
  if (Number(by)) move(Number(by));
  else unfold(0);
});

// A step that is chosen during a request is not in its answer.
form.addEventListener("htmx:beforeRequest", () => { mine = null; });

// The server has shown the rows up to the step in the address.
/** @returns {HTMLTableRowElement | undefined} */
const stopped = () => rows()[Number(slider().value) - 1];
if (stopped()) stopAtRow(stopped());
hear("patched", ({ refused }) => {
  if (mine !== null && mine !== Number(slider().value)) unfold(mine);
  else if (!refused) stopAt(stopped()?.id ?? null);
});
