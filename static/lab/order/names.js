// Renaming documents in the table: F2, a double click or the row's menu puts a field over the name.
import { hear } from "../../page/bus.js";
import { closest, find, make, need } from "../../page/elements.js";
import { form, input as inputNamed } from "../../page/form.js";
import { post } from "../../page/requests.js";
import { labels, nameCell, nameOf, rankOf, rowOf } from "./documents.js";

/**
 * @typedef {object} Editing
 * @property {HTMLInputElement} input
 * @property {HTMLTableCellElement} cell
 * @property {HTMLTableRowElement} row
 * @property {string} before  the earlier content of the field
 * @property {boolean} wrong  whether that content was refused
 * @property {boolean} byKey  whether a key ended it
 * @property {boolean} isSent
 */
/** @type {Editing | null} */
let editing = null;

/**
 * Put a field over a document's name.
 * @param {HTMLTableRowElement} row
 * @param {string} [value]
 * @param {boolean} [wrong]  whether this value was refused
 */
export function edit(row, value = nameOf(row), wrong = false) {
  if (editing) close(editing, true);
  const [cell, rank, { maxLength }] = [nameCell(row), rankOf(row), inputNamed("name_as")];
  // The field is over the name, so that the table keeps its shape.
  const input = make("input", { type: "text", name: `name${rank}`, defaultValue: value, maxLength }, cell);
  input.setAttribute("aria-label", `Name of the document at rank ${rank}`);
  cell.toggleAttribute("data-keep", true); // answers to other changes leave it alone
  editing = { input, cell, row, before: value, wrong, byKey: false, isSent: false };
  if (!wrong) {
    input.select();
    input.focus();
    return;
  }
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", `fault-${input.name}`);
}

/** @param {Editing} mine  @param {boolean} keep */
function close(mine, keep) {
  if (!keep) mine.input.value = mine.before;
  mine.byKey = true;
  const all = labels(mine.row);
  (all.find((label) => label.checked) ?? all[0]).focus(); // so that the field loses the focus
}

form.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const row = rowOf(event.target);
  if (editing && event.target === editing.input) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    close(editing, event.key === "Enter");
  } else if (row && event.key === "F2" && !event.altKey) edit(row);
  else return;
  event.preventDefault();
});

form.addEventListener("dblclick", (event) => {
  const row = rowOf(closest(event.target, "#steps td.doc", HTMLElement));
  if (row && event.target !== editing?.input) edit(row);
});

form.addEventListener("focusout", (event) => {
  if (!editing || event.target !== editing.input) return;
  const { input, cell, before, wrong } = editing;
  cell.removeAttribute("data-keep"); // the next answer replaces the field with the name
  if (input.value.trim() !== before) {
    editing.isSent = true;
    input.defaultValue = input.value; // answers reset controls to their defaults
    post();
  } else {
    editing = null;
    input.remove();
    if (wrong) post(); // the refused name is withdrawn
  }
});
// One request is enough, whether or not the browser fires a change event.
form.addEventListener(
  "change",
  (event) => {
    if (event.target === editing?.input) event.stopPropagation();
  },
  true,
);

// After an answer, a refused name is shown again, to be corrected.
hear("patched", () => {
  if (!editing?.isSent) return;
  const { input, row, byKey } = editing;
  editing = null;
  if (!find(`#fault-${input.name}`, HTMLElement, form) || !row.isConnected) return;
  edit(row, input.value, true);
  if (byKey) need(`[name="${input.name}"]`, HTMLInputElement, row).focus();
});

hear("withdrawn", () => {
  if (!editing?.isSent) return;
  editing.input.remove();
  editing = null;
});
