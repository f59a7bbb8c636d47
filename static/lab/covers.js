// Covers: columns, cells and measures to predict are hidden, with a menu or with one key.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { find, findAll, make, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { post } from "../page/requests.js";
import { measure } from "../why/verdict.js";
import { numberOf, rowAt } from "./cells.js";

const PREFIX = "cover:";

const menu = () => need("#cover", HTMLDetailsElement);
const boxes = () => findAll(`input[name^="${PREFIX}"]`, HTMLInputElement, form);

/**
 * The checkbox for a cover. It is added where the menu has none: for other measures, and for uncovered single cells.
 * @param {string} name
 * @param {string} [words]
 */
function boxOf(name, words = name) {
  const found = boxes().find((box) => box.name === PREFIX + name);
  if (found) return found;
  const box = make("input", { type: "checkbox", name: PREFIX + name });
  make("label", {}, need(".sheet", HTMLElement, menu())).append(box, ` ${words}`);
  return box;
}

// The menu also has the cell that was clicked, tapped or focused last.
/** @type {{ row: string, col: string } | null} */
let aimed = null;

const nameOfAimed = () => (aimed ? `${aimed.col}.${numberOf(aimed.row)}` : "");

function offer() {
  const head = aimed && rowAt(aimed.row)?.cells[0].textContent;
  if (!aimed || !menu().open || !head || !find(`th[data-col="${CSS.escape(aimed.col)}"]`, Element, form)) return;
  boxOf(nameOfAimed(), `${aimed.col} at ${need(".work", HTMLElement, form).dataset.axis} ${head}`);
}

hear("point", ({ row, col, from }) => {
  if (row && col && (from === "click" || from === "keys")) aimed = { row, col };
});
form.addEventListener("toggle", offer, true);

// Like a menu, it closes on Escape, which leads back to its button, and when something else is used.
/** @param {EventTarget | null} target */
const leave = (target) => {
  if (target instanceof Node && !menu().contains(target)) menu().open = false;
};
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu().open || event.defaultPrevented) return;
  const had = menu().contains(document.activeElement) || document.activeElement === document.body;
  menu().open = false;
  if (had) need("summary", HTMLElement, menu()).focus();
});
document.addEventListener("pointerdown", ({ target }) => leave(target));
form.addEventListener("focusout", ({ target, relatedTarget }) => {
  // Not if an answer removes what had the focus.
  if (target instanceof Node && menu().contains(target)) leave(relatedTarget);
});
hear("patched", offer);

// The answer to a question about a cover uncovers it.
hear("covering", ({ name, isCovered }) => {
  const box = isCovered ? boxOf(name) : boxes().find((one) => one.name === PREFIX + name);
  if (!box || box.checked === isCovered) return;
  box.checked = isCovered;
  post();
});

/** The name of the focused field, measure or cell; empty if there is none. */
function focused() {
  const here = document.activeElement;
  if (here instanceof HTMLInputElement && here.matches(".guess")) return here.name;
  if (here instanceof HTMLInputElement && here.name === "show") return here.value;
  return here?.matches("#steps td, #levels td") ? nameOfAimed() : "";
}

/** Cover or uncover what has the focus. Otherwise uncover everything, or cover the open measure's score. */
export function toggleCover() {
  const name = focused();
  if (name) {
    const box = boxOf(name);
    box.checked = !box.checked;
    post();
    return;
  }
  const all = boxes();
  const on = all.filter((box) => box.checked);
  const scores = [find("th.score", HTMLElement, form)?.dataset.col, measure()].map((score) => PREFIX + score);
  const wanted = on.length ? on : all.filter((box) => scores.includes(box.name));
  if (!wanted.length) return;
  for (const box of wanted) box.checked = !on.length;
  say(`${on.length ? "Uncovered" : "Covered"}: ${wanted.map((box) => box.name.slice(PREFIX.length)).join(", ")}`);
  post();
}
