// What a change did: measures that have another value are marked for a moment, and announced politely.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { find, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { measure } from "../why/verdict.js";

const TOLD = 1; // measures beside the open one and the means, if that one did not change

/**
 * @typedef {object} Value
 * @property {Element} node
 * @property {string} name  how it is called; nothing where it is only marked
 * @property {string} value  "?" for the open measure's while it is still to be unfolded
 * @property {boolean} open  whether it is of the open measure
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
  const unread = form.querySelector(".unread");
  for (const node of findAll(".item", HTMLElement, form)) {
    const { value, checked: open } = need("input", HTMLInputElement, node);
    const known = open && unread ? "?" : text(need(".v", Element, node));
    yield [value, { node, name: need(".m", Element, node).textContent, value: known, open }];
  }
  if (unread) return; // the means and the comparison would tell it
  for (const node of findAll(".overall [data-of]", HTMLElement, form)) {
    const { of = "" } = node.dataset;
    yield [`mean ${of}`, { node, name: of, value: text(node), open: true }];
  }
  for (const node of findAll(".list-tab small", HTMLElement, form)) {
    const control = /** @type {HTMLInputElement | null | undefined} */ (node.closest("label")?.control);
    yield [`list ${control?.value} ${measure()}`, { node, name: "", value: text(node), open: false }];
  }
  for (const table of findAll("table.compared", HTMLTableElement, form)) {
    const heads = table.tHead?.textContent; // under other heads stand other values
    for (const row of table.rows) {
      const key = `${heads} ${row.rowIndex} ${row.cells[0].textContent} `;
      for (const node of findAll("td", HTMLTableCellElement, row)) {
        yield [key + node.cellIndex, { node, name: "", value: figure(node), open: false }];
      }
    }
  }
}

/** Whether a value changed; more or fewer decimals are no other value.  @param {string} a  @param {string} b */
function differs(a, b) {
  if (a === b || a === "?" || b === "?" || !a || !b) return false;
  const places = Math.min(...[a, b].map((value) => (value.split(/[.,]/)[1] ?? "").length));
  return !(Math.abs(number(a) - number(b)) <= 0.5 * 10 ** -places + 1e-9);
}

const read = () => ({ all: new Map(values()), heading: heading(), list: list() });

let before = read();
hear("patched", ({ refused }) => {
  if (refused) return;
  const was = before;
  const now = before = read();
  // Of another list the values are others, not changed.
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
  const own = changed.find(({ key }) => key === measure());
  if (own) mark(find(".title .result", HTMLElement, form), own.by);
  const named = changed.filter(({ name }) => name);
  const first = named.filter(({ open }) => open);
  const told = first.length ? first : named.slice(0, TOLD);
  const rest = named.length - told.length;
  if (!told.length) return;
  say(told.map(({ words }) => words).join(", ") + (rest ? `; ${rest} more measure${rest === 1 ? "" : "s"} changed` : ""));
}

/** @param {boolean} isRearranged */
function announceList(isRearranged) {
  const { name, value } = before.all.get(measure()) ?? {};
  const called = find(".called", HTMLElement, tab() ?? document.createElement("p"));
  const own = called && value && value !== "?" ? `${called.textContent}: ${name} ${value}.` : "";
  say(`${isRearranged ? `${heading()}.` : ""} ${own}`.trim());
}

// A class each way, taken off when its moment is over; the style sheet gives it a colour and an arrow.
const CLASSES = ["rose", "fell", "became"];
let over = 0;

/** @param {Element | null} node  @param {number} by */
function mark(node, by) {
  if (!node) return;
  node.classList.remove(...CLASSES);
  node.classList.add(by > 0 ? "rose" : by < 0 ? "fell" : "became"); // there is no way from or to "not defined"
  clearTimeout(over);
  over = setTimeout(() => {
    for (const marked of findAll(".rose, .fell, .became", Element, form)) marked.classList.remove(...CLASSES);
  }, 2000);
}
