// Highlights that link the representations of a cell: the cell itself, its number in the calculation, its symbol in the
// formula and its point in the chart. All of them have the cell's data-row and data-col.
import { hear, send } from "../page/bus.js";
import { closest, findAll } from "../page/elements.js";
import { form } from "../page/form.js";
import * as calculations from "./calculations.js";
import { cellAt, columnOf, focus, heads, rowAt, rowOf, shownRows } from "./cells.js";

/** @typedef {import("../page/bus.js").Point} Point */
/** @typedef {import("./cells.js").Place} Place */

const MARKS = ["lit", "used", "pointed"];
const CELLS = "#steps tbody td, #levels tbody td";
const FOCUSABLE = "td, [data-col], .guess";
/** @type {Point | null} */
let now = null; // the cell that is pointed at
/** @type {Point | null} */
let stop = null; // the row of the stepper, shown while nothing is pointed at
/** @type {Point | null} */
let spoken = null; // what was announced last, so that a change of the list does not announce it again

// ---- Marks -----------------------------------------------------------------------------------------------------

/** @param {string} name  @param {string} value */
const select = (name, value) => `[data-${name}="${CSS.escape(value)}"]`;

/** @param {Point} point */
function light({ row, col }) {
  const marked = [];
  if (row) rowAt(row)?.classList.add("pointed");
  if (col) marked.push(...findAll(`.formula ${select("col", col)}`, Element, form));
  if (row) marked.push(...findAll(`.final ${select("row", row)}${col ? select("col", col) : ""}`, Element, form));
  if (row && col) marked.push(cellAt(row, col));
  if (!row && col) {
    marked.push(
      ...heads().filter((head) => head.dataset.col === col),
      ...shownRows().map((each) => cellAt(each.id, col)),
    );
  }
  for (const element of marked) element?.classList.add("lit");
}

/** Whether it must be announced: only after a key, and only once.  @param {Point} shown */
function isNews(shown) {
  if (shown === spoken || (shown.from !== "keys" && shown.from !== "step")) return false;
  spoken = shown;
  return true;
}

function refresh() {
  for (const mark of MARKS) for (const node of findAll(`.${mark}`, Element)) node.classList.remove(mark);
  const shown = now ?? stop;
  if (!shown) {
    calculations.clear();
    return;
  }
  light(shown);
  const { row, col, from } = shown;
  if (row)
    calculations.explain(
      { row, col: from === "chart" ? null : col }, // a card stands for all calculations of its rank
      () => shown === (now ?? stop),
      () => isNews(shown),
    );
  else if (col && from === "keys" && isNews(shown)) calculations.name(col);
}

/** @param {Place | null} place  @param {Point["from"]} from */
function point(place, from) {
  now = place && { ...place, from };
  const { row, col } = now ?? stop ?? { row: null, col: null };
  send("point", { row, col, from });
  refresh();
}

hear("point", ({ row, col, from }) => {
  if (from !== "chart") return;
  now = row ? { row, col, from } : null;
  refresh();
});

/**
 * Highlight the row of the stepper.
 * @param {string | null} row
 */
export function stopAt(row) {
  if (row === (stop?.row ?? null)) return;
  stop = row ? { row, col: null, from: "step" } : null;
  point(null, "step");
}

/** Point at nothing, and let go of the cell that has the focus. */
export function leave() {
  if (document.activeElement instanceof HTMLElement && document.activeElement.matches("td"))
    document.activeElement.blur();
  point(null, "click");
}

// ---- Pointing ----------------------------------------------------------------------------------------------------

/**
 * The cell of an element: the element itself, or the cell that it is tied to.
 * @param {EventTarget | null} element
 * @returns {Place | null}
 */
function placeOf(element) {
  const tied = closest(element, "[data-col]", Element);
  if (tied && form.contains(tied)) {
    const col = tied.getAttribute("data-col");
    if (tied.localName === "th") return { row: null, col };
    return {
      row: tied.getAttribute("data-row") ?? (calculations.line.contains(tied) ? (now ?? stop)?.row : null) ?? null,
      col,
    };
  }
  const cell = closest(element, CELLS, HTMLTableCellElement);
  const col = cell && columnOf(cell);
  return col && !rowOf(cell).classList.contains("ahead") ? { row: rowOf(cell).id, col } : null;
}

/** @param {Place | null} a  @param {Place | null} b */
const same = (a, b) => (a?.row ?? "") === (b?.row ?? "") && (a?.col ?? "") === (b?.col ?? "");

let waiting = 0;
let last = "";
form.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
  const here = `${clientX} ${clientY}`;
  const rests = here === last; // the page has moved, not the pointer
  last = here;
  if (rests || pointerType === "touch") return; // a tap is handled as focus or click
  clearTimeout(waiting);
  // The line would change under the pointer, and the chart and the figure send their own events.
  if (closest(target, "#line, #chart, #figure", Element)) return;
  waiting = setTimeout(() => {
    const to = placeOf(target);
    if (!same(to, now)) point(to, "pointer");
  }, 60);
});
form.addEventListener("pointerleave", ({ pointerType }) => {
  clearTimeout(waiting);
  if (pointerType === "touch") return; // a lifted finger still points at what it tapped
  if (now && now.from !== "keys" && now.from !== "chart") point(null, "pointer");
});
form.addEventListener("click", ({ target }) => {
  const cell = closest(target, `${CELLS}, .formulas [data-col]`, Element);
  const to = cell && !closest(target, "input, button, label", Element) ? placeOf(cell) : null;
  if (to) point(to, "click");
  if (to && cell instanceof HTMLTableCellElement) focus(cell, true); // from now on keys apply to this cell
});

form.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof Element) || !target.matches(FOCUSABLE)) return;
  const to = placeOf(target);
  if (to && (now?.from === "pointer" || !same(to, now))) point(to, "keys");
});
form.addEventListener("focusout", ({ target, relatedTarget }) => {
  const [left, entered] = [target, relatedTarget].map((each) => each instanceof Element && each.matches(FOCUSABLE));
  if (now?.from === "keys" && left && !entered) point(null, "keys");
});

// ---- After a change ------------------------------------------------------------------------------------------------

// An answer can remove the focused cell's focusability, and so its focus, or replace the cell's content with a field.
/** @type {Point | null} */
let kept = null;
form.addEventListener("htmx:beforeSwap", () => {
  kept = document.activeElement?.matches("td, .guess") ? now : null;
});

hear("patched", () => {
  if (now?.row && !rowAt(now.row)) now = null;
  const cell = kept?.row && kept.col ? cellAt(kept.row, kept.col) : null;
  kept = null;
  refresh();
  if (cell) focus(cell.querySelector("input") ?? cell);
});
