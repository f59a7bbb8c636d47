// Arrow keys move from the region around the table to its cells and from cell to cell, and in a formula from number to
// number.
import { closest, find, findAll } from "../page/elements.js";
import { form } from "../page/form.js";
import { computed, focus, rowOf, shownRows } from "./cells.js";

const FORMULA = ".formula, .final, #line";

/** @param {Element} target  @param {string} key */
function inTable(target, key) {
  const rows = shownRows();
  const cell = closest(target, "td", HTMLTableCellElement);
  if (!cell) {
    const row = rows.find((r) => r.classList.contains("now")) ?? rows[0];
    return row && key.startsWith("Arrow") ? computed(row)[0] : null;
  }
  const cells = computed(rowOf(cell));
  const [x, y] = [cells.indexOf(cell), rows.indexOf(rowOf(cell))];
  const across = new Map([
    ["ArrowLeft", x - 1],
    ["ArrowRight", x + 1],
    ["Home", 0],
    ["End", cells.length - 1],
  ]).get(key);
  if (across !== undefined) return cells[across];
  const down = new Map([
    ["ArrowUp", y - 1],
    ["ArrowDown", y + 1],
    ["PageUp", 0],
    ["PageDown", rows.length - 1],
  ]).get(key);
  return down !== undefined && rows[down] ? computed(rows[down])[x] : null;
}

/** @param {Element} target  @param {Element} box  @param {string} key */
function inFormula(target, box, key) {
  const all = findAll("mn[data-col], mi[data-col]", MathMLElement, box);
  const at = all.findIndex((each) => each === target);
  const last = all.length - 1;
  const places = [
    ["ArrowRight", Math.min(at + 1, last)],
    ["ArrowLeft", Math.max(at - 1, 0)],
    ["Home", 0],
    ["End", last],
  ];
  const place = places.find(([name]) => name === key)?.[1];
  return place === undefined ? null : all[Number(place)];
}

/** @param {Element} target  @param {string} key */
function destination(target, key) {
  const region = closest(target, ".scroll", HTMLElement);
  if (region && (target === region || target.matches("td"))) {
    return key === "Escape" && target !== region ? region : inTable(target, key);
  }
  const box = closest(target, FORMULA, HTMLElement);
  if (!box || target.matches("input")) return null;
  return key === "Escape" ? closest(target, "[tabindex='0']", HTMLElement) : inFormula(target, box, key);
}

form.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const to = target instanceof Element ? destination(target, key) : null;
  if (!to) return;
  event.preventDefault();
  const guess = find(":scope > .guess", HTMLElement, to);
  if (guess) guess.focus();
  else if (to.tabIndex === 0) to.focus();
  else focus(to);
});
