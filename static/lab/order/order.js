// The order of the documents: a document is moved with Alt and the arrow keys, from its row's menu, or by dragging it.
// Only one move is sent at a time; moves by keys in the meantime are added up and sent after it.
import { say } from "../../page/announcements.js";
import { closest, find } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { documentRows, isNameField, labels, nameOf, rankOf, rowAt, rowOf } from "./documents.js";
import { pending, perform } from "./pending.js";

/**
 * @typedef {object} Move
 * @property {string} name  of the document
 * @property {number} from
 * @property {number} to
 * @property {number} wanted  the rank that the keys have reached in the meantime
 * @property {string | null} focus  value of the label that has the focus
 * @property {((row: HTMLTableRowElement) => void) | undefined} arrived  called with the document's new row
 */
/** @type {Move | null} */
let sent = null;

// All rows get a handle, which is work for a frame of its own: the start of the scripts is long enough.
requestAnimationFrame(() => document.documentElement.classList.add("by-hand"));

/**
 * @param {HTMLTableRowElement} row
 * @param {number} to
 * @param {Partial<Move>} more
 */
export function move(row, to, { focus = null, arrived } = {}) {
  const name = nameOf(row);
  if (to < 1 || to > documentRows().length) say(`${name} is at the ${to < 1 ? "top" : "end"} already.`);
  else if (pending() && !sent) say("The server has not answered the last change yet.");
  else if (to !== rankOf(row)) request({ name, from: rankOf(row), to, focus, wanted: to, arrived });
}

/** @param {Move} wanted */
function request(wanted) {
  sent = wanted;
  perform({ verb: "move", ranks: [wanted.from, wanted.to], done: (refused) => arrive(wanted, refused) });
}

/** @param {Move} done  @param {boolean} refused */
function arrive(done, refused) {
  if (sent === done) sent = null;
  const row = refused ? null : rowAt(done.to);
  if (!row) return;
  row.classList.add("arrived");
  if (done.focus !== null)
    labels(row)
      .find((label) => label.value === done.focus)
      ?.focus();
  if (done.wanted !== done.to) return request({ ...done, from: done.to, to: done.wanted });
  say(`${done.name} moved to rank ${done.to}.`);
  done.arrived?.(row);
}

form.addEventListener("keydown", (event) => {
  const { key, altKey, target } = event;
  const row = rowOf(target);
  if (!row || !altKey || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if ((key !== "ArrowUp" && key !== "ArrowDown") || isNameField(target)) return;
  event.preventDefault();
  const by = key === "ArrowUp" ? -1 : 1;
  if (sent) sent.wanted = Math.min(Math.max(sent.wanted + by, 1), documentRows().length);
  else move(row, rankOf(row) + by, { focus: closest(target, "input", HTMLInputElement)?.value ?? null });
});

// ---- The tools below the table ---------------------------------------------------------------------------------

// Enter in a tool's field presses the tool's own button.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  const input = closest(event.target, ".arrange input", HTMLInputElement);
  const fieldset = input?.closest("fieldset");
  const tool = fieldset && find(`button[value="${input?.dataset.does ?? "move"}"]`, HTMLButtonElement, fieldset);
  if (!tool) return;
  event.preventDefault();
  input?.dispatchEvent(new Event("change")); // the input is finished, but needs no request of its own
  tool.click();
});
