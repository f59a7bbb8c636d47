// The menu of a row, which moves a document without dragging. All rows share one menu, outside the form.
import { find, make } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { documentRows, handle, isNameField, nameCell, nameOf, rankOf, rowAt, rowOf } from "./documents.js";
import { isDragged } from "./drag.js";
import { edit } from "./names.js";
import { move } from "./order.js";

/** @type {[string, string, (rank: number, last: number) => number][]} */
const MOVES = [
  ["Move up", "Alt ↑", (rank) => rank - 1],
  ["Move down", "Alt ↓", (rank) => rank + 1],
  ["Move to the top", "", () => 1],
  ["Move to the end", "", (_rank, last) => last],
];
const menu = make("div", { className: "row-menu", popover: "auto" }, form.parentElement);
menu.setAttribute("role", "group");

const isOpen = () => menu.matches(":popover-open");

/**
 * @param {string} textContent
 * @param {string} keys
 * @param {() => void} act
 */
function offer(textContent, keys, act) {
  const button = make("button", { type: "button", textContent }, menu);
  if (keys) make("kbd", { textContent: keys }, button);
  button.addEventListener("click", act);
  return button;
}

/** @param {HTMLTableRowElement} row */
function fill(row) {
  const [rank, last] = [rankOf(row), documentRows().length];
  const title = `${nameOf(row)}, rank ${rank}`;
  menu.setAttribute("aria-label", title);
  menu.replaceChildren();
  make("p", { textContent: title }, menu);
  for (const [text, keys, target] of MOVES) {
    const to = target(rank, last);
    const button = offer(text, keys, () => {
      const now = rowAt(rank);
      if (now) move(now, to, { arrived: (there) => { if (isOpen()) show(there); } });
    });
    button.disabled = to === rank || to < 1 || to > last;
  }
  offer("Rename", "F2", () => {
    menu.hidePopover();
    const now = rowAt(rank);
    if (now) edit(now);
  });
}

/** @param {HTMLTableRowElement} row */
function show(row) {
  const place = [...menu.children].findIndex((child) => child === document.activeElement);
  fill(row);
  if (!isOpen()) menu.showPopover();
  const box = nameCell(row).getBoundingClientRect();
  const below = box.bottom + menu.offsetHeight < document.documentElement.clientHeight;
  menu.style.left = `${box.left}px`;
  menu.style.top = `${below ? box.bottom + 2 : Math.max(4, box.top - menu.offsetHeight - 2)}px`;
  const focused = menu.children[place];
  if (focused instanceof HTMLButtonElement && !focused.disabled) focused.focus();
  else find("button:enabled", HTMLButtonElement, menu)?.focus();
}

form.addEventListener("click", (event) => {
  const cell = handle(event.target);
  const row = rowOf(cell);
  if (!row || isDragged() || isNameField(event.target)) return;
  const touched = event instanceof PointerEvent && event.pointerType === "touch";
  if (cell?.localName === "th" || touched) show(row);
});
