// The menu of a row: moves a document without dragging, renames it, or takes it out of the list. It is opened by the
// button at the end of the row's labels, by its rank, and by Enter. All rows share one menu, outside the form.
import { closest, find, make, need } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { documentRows, handle, isNameField, nameOf, rankOf, rowAt, rowOf } from "./documents.js";
import { isDragged } from "./drag.js";
import { edit } from "./names.js";
import { move } from "./order.js";
import { effect, remove } from "./removal.js";

/** @type {[string, string, (rank: number, last: number) => number][]} */
const MOVES = [
  ["Move up", "Alt ↑", (rank) => rank - 1],
  ["Move down", "Alt ↓", (rank) => rank + 1],
  ["Move to the top", "", () => 1],
  ["Move to the end", "", (_rank, last) => last],
];
/** @type {[string, string, import("./removal.js").Verb][]} */
const REMOVALS = [
  ["Not retrieved", "X", "not-retrieved"],
  ["Delete", "Del", "delete"],
];
const menu = make("div", { className: "row-menu", popover: "auto" }, form.parentElement);
menu.setAttribute("role", "group");

let opened = false; // whether the row's button opened it
/** @type {HTMLTableRowElement | null} */
let shown = null; // the row that it was opened for

const isOpen = () => menu.matches(":popover-open");

/**
 * @param {string} text
 * @param {string} keys
 * @param {() => void} act
 * @param {string} [outcome]
 */
function offer(text, keys, act, outcome = "") {
  const button = make("button", { type: "button" }, menu);
  const words = make("span", { textContent: text }, button);
  if (outcome) make("small", { textContent: outcome }, words).before(" ");
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
      if (now)
        move(now, to, {
          arrived: (there) => {
            if (isOpen()) show(there);
          },
        });
    });
    button.disabled = to === rank || to < 1 || to > last;
  }
  /** @param {(row: HTMLTableRowElement) => void} act */
  const leaving = (act) => () => {
    menu.hidePopover();
    const now = rowAt(rank);
    if (now) act(now);
  };
  offer("Rename", "F2", leaving(edit));
  make("hr", {}, menu);
  for (const [text, keys, verb] of REMOVALS)
    offer(
      text,
      keys,
      leaving((now) => remove(now, verb)),
      effect(row, verb),
    );
}

/** @param {HTMLTableRowElement} row  @param {boolean} [atButton]  whether it opens below the row's button */
function show(row, atButton = opened) {
  [opened, shown] = [atButton, row];
  const place = [...menu.children].findIndex((child) => child === document.activeElement);
  fill(row);
  if (!isOpen()) menu.showPopover();
  const button = opened ? find(".row-more", HTMLElement, row) : null;
  const box = (button?.checkVisibility() ? button : need("td.doc", HTMLElement, row)).getBoundingClientRect();
  const below = box.bottom + menu.offsetHeight < document.documentElement.clientHeight;
  menu.style.left = `${Math.max(4, Math.min(box.left, document.documentElement.clientWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${below ? box.bottom + 2 : Math.max(4, box.top - menu.offsetHeight - 2)}px`;
  const focused = menu.children[place];
  if (focused instanceof HTMLButtonElement && !focused.disabled) focused.focus();
  else find("button:enabled", HTMLButtonElement, menu)?.focus();
}

/** Open the menu for a row.  @param {HTMLTableRowElement} row */
export const openMenu = (row) => show(row, false);

// A press outside the menu closes it, so a click on the button of the open menu must not open it again.
/** @type {HTMLTableRowElement | null} */
let closing = null;
form.addEventListener("pointerdown", ({ target }) => {
  closing = isOpen() && shown === rowOf(target) ? shown : null;
});

form.addEventListener("click", (event) => {
  const cell = handle(event.target);
  const row = rowOf(cell);
  const button = closest(event.target, ".row-more", HTMLButtonElement);
  const owner = rowOf(button);
  if (owner && owner !== closing) show(owner, true);
  if (!row || isDragged() || isNameField(event.target)) return;
  const touched = event instanceof PointerEvent && event.pointerType === "touch";
  if (cell?.localName === "th" || touched) show(row, false);
});

// Enter in a row, which would only send the form as it is.
form.addEventListener("keydown", (event) => {
  const row = rowOf(closest(event.target, ".seg input", HTMLInputElement));
  if (!row || event.key !== "Enter" || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  event.preventDefault();
  show(row, true);
});
