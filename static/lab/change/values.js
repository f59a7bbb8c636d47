// The values that the page shows, by measure: of the open list, of all lists, and of tables that compare them.
import { hear } from "../../page/bus.js";
import { find, findAll, need } from "../../page/elements.js";
import { address, form } from "../../page/form.js";
import { measure } from "../../why/verdict.js";

/**
 * @typedef {object} Value
 * @property {Element} node
 * @property {string} name  its name; empty if a change is only marked, not announced
 * @property {string} value  "?" for the open measure while its row is not shown yet
 * @property {boolean} open  whether it belongs to the open measure
 */

/** @param {Element} node */
const text = (node) => node.textContent.trim().replace(/^– /, "");
/** @param {Element} cell */
const figure = (cell) => cell.textContent.match(/[−+]?\d+([.,]\d+)?|–/)?.[0] ?? "";

/** The heading of the page, which says how several lists belong together. */
export const heading = () => need(".head :is(h1, h2)", HTMLElement, form).textContent;
export const tab = () => find(".list-tab:has(:checked)", HTMLLabelElement, form);
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

const read = () => ({
  all: new Map(values()),
  heading: heading(),
  list: list(),
  address: address(),
  open: measure(),
  relevant: need(".work", HTMLElement, form).dataset.relevant ?? "",
});

/** @typedef {ReturnType<typeof read>} Reading */
let now = read();
let was = now;
let isArrival = false; // then nothing that the page shows has changed: it is another item of a playlist
hear("arrived", () => {
  isArrival = true;
});
hear("settled", () => {
  [was, now] = [now, read()];
  if (isArrival) was = now;
  isArrival = false;
});

/** What the page shows now, and what it showed before the last answer or step. */
export const readings = () => ({ was, now });
