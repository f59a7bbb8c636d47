// The effect of a change: values that changed are marked for a moment and announced politely.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { find, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { measure } from "../why/verdict.js";

const MOST_NAMED = 1; // measures that are announced by name if the open one did not change

/**
 * @typedef {object} Value
 * @property {Element} node
 * @property {string} name  its name; empty if a change is only marked, not announced
 * @property {string} value  "?" for the open measure while its row is not shown yet
 * @property {boolean} open  whether it belongs to the open measure
 */

/** @param {Element} node */
const text = (node) => node.textContent.trim().replace(/^– /, "");
/** @param {string} value */
const number = (value) => Number(value.replace("−", "-").replace(",", "."));
/** @param {Element} cell */
const figure = (cell) => cell.textContent.match(/[−+]?\d+([.,]\d+)?|–/)?.[0] ?? "";

const heading = () => need("h1", HTMLElement, form).textContent;
const tab = () => find(".list-tab:has(:checked)", HTMLLabelElement, form);
const list = () => /** @type {HTMLInputElement | null | undefined} */ (tab()?.control)?.value;

/** @returns {Generator<[key: string, value: Value]>} */
function* values() {
  for (const node of findAll(".item", HTMLElement, form)) {
    const { value, checked: open } = need("input", HTMLInputElement, node);
    const known = node.classList.contains("late") ? "?" : text(need(".v", Element, node));
    yield [value, { node, name: need(".m", Element, node).textContent, value: known, open }];
  }
  if (form.querySelector(".partial")) return; // the means and the comparison are hidden
  for (const node of findAll(".overall [data-of]", HTMLElement, form)) {
    const { of = "" } = node.dataset;
    yield [`mean ${of}`, { node, name: of, value: text(node), open: true }];
  }
  for (const node of findAll(".list-tab small", HTMLElement, form)) {
    const control = /** @type {HTMLInputElement | null | undefined} */ (node.closest("label")?.control);
    yield [`list ${control?.value} ${measure()}`, { node, name: "", value: text(node), open: false }];
  }
  for (const table of findAll("table.compared", HTMLTableElement, form)) {
    const heads = table.tHead?.textContent; // with other heads the values are not comparable
    for (const row of table.rows) {
      const key = `${heads} ${row.rowIndex} ${row.cells[0].textContent} `;
      for (const node of findAll("td", HTMLTableCellElement, row)) {
        yield [key + node.cellIndex, { node, name: "", value: figure(node), open: false }];
      }
    }
  }
}

/** Whether a value changed; more or fewer decimals are not a change.  @param {string} a  @param {string} b */
function differs(a, b) {
  if (a === b || a === "?" || b === "?" || !a || !b) return false;
  const places = Math.min(...[a, b].map((value) => (value.split(/[.,]/)[1] ?? "").length));
  return !(Math.abs(number(a) - number(b)) <= 0.5 * 10 ** -places + 1e-9);
}

const read = () => ({ all: new Map(values()), heading: heading(), list: list() });

let before = read();
hear("patched", () => {
  const was = before;
  const now = before = read();
  // The values of another list are different, but they have not changed.
  if (now.heading !== was.heading || now.list !== was.list) announceList(now.heading !== was.heading);
  else compare(was.all, now.all);
});

/** @param {Map<string, Value>} was  @param {Map<string, Value>} now */
function compare(was, now) {
  const changed = [...now].flatMap(([key, { node, name, value, open }]) => {
    const old = was.get(key)?.value ?? "";
    const by = number(value) - number(old);
    return differs(old, value) ? [{ key, node, name, open, by, words: `${name} ${old} to ${value}` }] : [];
  });
  for (const { node, by } of changed) mark(node, by);
  const shown = changed.find(({ key }) => key === measure());
  if (shown) mark(find(".title .result", HTMLElement, form), shown.by);
  const named = changed.filter(({ name }) => name);
  const first = named.filter(({ open }) => open);
  const announced = first.length ? first : named.slice(0, MOST_NAMED);
  const rest = named.length - announced.length;
  if (!announced.length) return;
  say(announced.map(({ words }) => words).join(", ") + (rest ? `; ${rest} more measure${rest === 1 ? "" : "s"} changed` : ""));
}

/** @param {boolean} isRearranged */
function announceList(isRearranged) {
  const { name, value } = before.all.get(measure()) ?? {};
  const called = find(".called", HTMLElement, tab() ?? document.createElement("p"));
  const own = called && value && value !== "?" ? `${called.textContent}: ${name} ${value}.` : "";
  say(`${isRearranged ? `${heading()}.` : ""} ${own}`.trim());
}

// One class for each direction, removed after a moment; the style sheet gives it a colour and an arrow.
const CLASSES = ["rose", "fell", "became"];
let over = 0;

/** @param {Element | null} node  @param {number} by */
function mark(node, by) {
  if (!node) return;
  node.classList.remove(...CLASSES);
  node.classList.add(by > 0 ? "rose" : by < 0 ? "fell" : "became"); // from or to "not defined" has no direction
  clearTimeout(over);
  over = setTimeout(() => {
    for (const marked of findAll(".rose, .fell, .became", Element, form)) marked.classList.remove(...CLASSES);
  }, 2000);
}
