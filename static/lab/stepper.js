// Step by step: shows the open table row by row, without a request. The slider has the state; the classes of the rows
// are the same as the server's.
import { changed } from "../page/address.js";
import { say } from "../page/announcements.js";
import { hear, send } from "../page/bus.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { address, form, input } from "../page/form.js";
import { replace } from "../page/history.js";
import { isTaken } from "../page/remote.js";
import { numberOf, rows } from "./cells.js";
import { stopAt } from "./highlights.js";

/** @typedef {number | null} Step  the last row that is shown, 0 before the first one, null for the whole table */

/** @type {Step | undefined} */
let mine; // the step that was chosen since the last request

const slider = () => input("step");

/** The step of the slider, whose end is the whole table.  @returns {Step} */
function step() {
  const { value, max } = slider();
  return value === max ? null : Number(value);
}

/**
 * Show the table up to this row.
 * @param {Step} wanted
 */
export function unfold(wanted) {
  const work = need(".work", HTMLElement, form);
  const { read, axis } = work.dataset;
  const all = rows();
  const last = all.length;
  const at = wanted === null ? null : Math.max(0, Math.min(wanted, last));
  const words = at === null ? "whole table" : `${axis} ${at} of ${last}`;
  /** @param {number} row */
  const isAhead = (row) => at !== null && row > at;
  mine = at;
  slider().max = String(last + 1);
  slider().value = String(at ?? last + 1);
  slider().setAttribute("aria-valuetext", words);
  need(".stop", HTMLElement, form).textContent = words;
  all.forEach((row, i) => {
    row.classList.toggle("now", i + 1 === at);
    row.classList.toggle("ahead", isAhead(i + 1));
  });
  for (const item of findAll(".item[data-read]", HTMLElement, form)) {
    item.classList.toggle("late", isAhead(numberOf(item.dataset.read)));
  }
  work.dataset.step = at === null ? "" : String(at);
  work.classList.toggle("stepping", at !== null);
  work.classList.toggle("partial", isAhead(last));
  work.classList.toggle("unread", isAhead(numberOf(read)));
  keep(at);
  stopAtRow(at ? all[at - 1] : undefined);
  // The slider announces its value itself.
  if (!at && document.activeElement !== slider()) say(at === null ? "Whole table" : words);
}

/**
 * Show this many more rows. In the whole table, forward starts at the first row, and back at the last one.
 * @param {number} by
 */
export const stepRows = (by) => unfold((step() ?? (by > 0 ? 0 : rows().length + 1)) + by);

/** Whether no row is left to step to.  @param {number} by */
export const isAtEdge = (by) => step() === (by > 0 ? rows().length : 0);

/**
 * The same, unless another part of the page takes the step, such as a playlist that leads to its next item.
 * @param {number} by
 * @param {boolean} remote  whether it is asked for as by a presenter's remote
 */
export function move(by, remote = false) {
  if (!isTaken(by, remote)) stepRows(by);
}

/** @param {HTMLElement | null} element */
function isInView(element) {
  const place = element?.getBoundingClientRect();
  return Boolean(place?.height && place.bottom > 0 && place.top < document.documentElement.clientHeight);
}

/** @param {HTMLTableRowElement | undefined} row */
function stopAtRow(row) {
  stopAt(row?.id ?? null);
  // The figure shows the step as well: whoever sees it is not led away from it.
  if (isInView(find("#figure", HTMLElement, form))) return;
  const place = row?.getBoundingClientRect();
  if (place && (place.top < 0 || place.bottom > document.documentElement.clientHeight))
    row?.scrollIntoView({ block: "center" });
}

/**
 * The step is the last part of the address. Nobody needs to undo it, so it replaces the entry in the history.
 * @param {Step} at
 */
function keep(at) {
  const kept = changed(address(), { step: at });
  form.dataset.address = kept;
  replace(kept + location.hash); // browsers count these calls, so that one must do
  send("patched", { address: kept, refused: [] });
}

/** @param {EventTarget | null} target */
const isSlider = (target) => closest(target, 'input[name="step"]', HTMLInputElement);

form.addEventListener("input", ({ target }) => {
  if (isSlider(target)) unfold(step());
});
form.addEventListener(
  "change",
  (event) => {
    if (isSlider(event.target)) event.stopPropagation();
  },
  true,
);
form.addEventListener("click", (event) => {
  const [verb, by] = closest(event.target, "button", HTMLButtonElement)?.value.split(" ") ?? [];
  if (verb !== "step") return;
  event.preventDefault();
  if (by === "all") unfold(null);
  else move(Number(by));
});

// A step that is chosen during a request is not in its answer.
document.addEventListener("htmx:beforeRequest", () => {
  mine = undefined;
});

// The server has shown the rows up to the step in the address.
/** @returns {HTMLTableRowElement | undefined} */
const stopped = () => (step() ? rows()[Number(step()) - 1] : undefined);
if (stopped()) stopAtRow(stopped());
hear("patched", () => {
  // The form has the classes of the open table, for what is outside of it: a selector with `:has()` would have the
  // whole page styled again after every change.
  const { classList } = need(".work", HTMLElement, form);
  for (const name of ["stepping", "partial", "unread"]) form.classList.toggle(name, classList.contains(name));
  if (mine !== undefined && mine !== step()) unfold(mine);
  else stopAt(stopped()?.id ?? null);
});
