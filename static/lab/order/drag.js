// Dragging documents, by rank or name, to another place in the list.
import { say } from "../../page/announcements.js";
import { make, need } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { documentRows, handle, isNameField, nameOf, rowOf } from "./documents.js";
import { move } from "./order.js";

const FAR = 5; // pixels from which on a press is a drag
const EDGE = 56; // pixels at the window's edge where the page scrolls

/** @typedef {{ line: HTMLElement, chip: HTMLElement, name: string, to: number }} Drag */
/**
 * @typedef {object} Press
 * @property {HTMLTableRowElement} row
 * @property {number} id  of the pointer
 * @property {number} x
 * @property {number} y
 * @property {boolean} fixed  a finger on a name scrolls the page instead
 * @property {Drag | null} drag  null until the press becomes a drag
 */
/** @type {Press | null} */
let press = null;
let dragged = false;

/** Whether the next click is the end of a drag. */
export const isDragged = () => dragged;

form.addEventListener("pointerdown", (event) => {
  const cell = handle(event.target);
  const row = rowOf(cell);
  dragged = false;
  if (!row || event.button || !event.isPrimary || isNameField(event.target)) return;
  const fixed = event.pointerType === "touch" && cell?.localName === "td";
  press = { row, id: event.pointerId, x: event.clientX, y: event.clientY, fixed, drag: null };
});
form.addEventListener("selectstart", (event) => {
  if (press) event.preventDefault();
});

form.addEventListener("pointermove", (event) => {
  if (!press || press.fixed || event.pointerId !== press.id) return;
  if (!event.buttons) return end(false); // the button was released outside the page
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR;
  const drag = press.drag ?? (far ? begin(press) : null);
  if (!drag) return;
  [press.x, press.y] = [event.clientX, event.clientY];
  mark(press, drag);
});
form.addEventListener("pointerup", () => end(true));
form.addEventListener("pointercancel", () => end(false));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !press?.drag) return;
  event.preventDefault();
  end(false);
});

/** @param {Press} mine */
function begin(mine) {
  form.setPointerCapture(mine.id);
  document.documentElement.classList.add("dragging");
  mine.row.classList.add("dragged");
  const line = make("div", { className: "insertion" }, form.parentElement);
  mine.drag = { line, chip: make("span", {}, line), name: nameOf(mine.row), to: 0 };
  scroll(mine, mine.drag);
  return mine.drag;
}

/**
 * Show where a drop would put the document: a line between two rows, and the new rank.
 * @param {Press} mine
 * @param {Drag} drag
 */
function mark({ row, x, y }, drag) {
  const rows = documentRows();
  const from = rows.indexOf(row);
  const boxes = rows.map((each) => each.getBoundingClientRect());
  const above = boxes.filter((box) => box.top + box.height / 2 < y).length;
  const table = need(".scroll", HTMLElement, form).getBoundingClientRect();
  drag.to = Math.max(1, above > from ? above : above + 1);
  drag.line.style.top = `${(boxes[above - 1]?.bottom ?? boxes[0].top) - 1}px`;
  drag.line.style.left = `${table.left}px`;
  drag.line.style.width = `${Math.min(table.width, boxes[0].width)}px`;
  drag.chip.style.left = `${Math.max(8, x - table.left + 18)}px`;
  drag.chip.textContent = `${drag.name} → ${drag.to}`;
}

/** @param {Press} mine  @param {Drag} drag */
function scroll(mine, drag) {
  if (press !== mine) return;
  const { clientHeight } = document.documentElement;
  const over = Math.min(0, mine.y - EDGE) || Math.max(0, mine.y - clientHeight + EDGE);
  if (over) {
    window.scrollBy({ top: over / 4, behavior: "instant" });
    mark(mine, drag);
  }
  requestAnimationFrame(() => scroll(mine, drag));
}

/** @param {boolean} drop */
function end(drop) {
  const { row, drag } = press ?? {};
  press = null;
  if (!row || !drag) return;
  drag.line.remove();
  row.classList.remove("dragged");
  document.documentElement.classList.remove("dragging");
  dragged = true;
  if (drop && row.isConnected) move(row, drag.to);
  else say("Nothing was moved.");
}
