// Labels by keyboard: left and right, digits and letters set the label, Delete deletes the document, x moves it to
// those that were not retrieved. By default up and down would change the label, too; here they move to the same column
// of another row, as in a table.
import { form } from "../page/form.js";
import { documentRows, labels, rowOf } from "./order/documents.js";
import { remove } from "./order/removal.js";

const TYPED = 'input:not([type="radio"], [type="checkbox"]), select, textarea'; // these use keys themselves
/** @type {Record<string, string>} */
const SPELLINGS = { n: "0", r: "1", "-": "u" };

/** @param {HTMLTableRowElement} row  @param {string} key */
function target(row, key) {
  const rows = documentRows();
  const at = rows.indexOf(row);
  const last = rows.length - 1;
  const places = { ArrowUp: Math.max(0, at - 1), ArrowDown: Math.min(last, at + 1), Home: 0, End: last };
  return key in places ? rows[places[/** @type {keyof typeof places} */ (key)]] : null;
}

/** Whether the row shows its own label only, as on touch.  @param {HTMLTableRowElement} row */
export const isSingle = (row) => labels(row).some((radio) => !radio.checkVisibility());

/** @param {HTMLInputElement} radio  @param {HTMLTableRowElement} to */
function move(radio, to) {
  const radios = labels(to).filter((r) => r.checkVisibility());
  (radios.find((r) => r.value === radio.value) ?? radios.find((r) => r.checked) ?? radios[0])?.focus();
}

/**
 * Whether the row has this label, which it is given.
 * @param {HTMLTableRowElement} row
 * @param {string} value
 */
export function choose(row, value) {
  const radio = labels(row).find((r) => r.value === value);
  if (!radio) return false;
  radio.click(); // like a real click, it fires a change event only if the label changes
  radio.focus({ preventScroll: true }); // on touch it is shown only now
  return true;
}

/** Whether the key does something.  @param {Element} element  @param {HTMLTableRowElement} row  @param {string} key */
function press(element, row, key) {
  const to = target(row, key);
  if (to) {
    const radio = labels(row).find((r) => r === element);
    if (radio) move(radio, to);
    return Boolean(radio);
  }
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by && element.matches(".seg input")) {
    const radios = labels(row); // of which on touch only one could have the focus
    const now = radios.findIndex((radio) => radio === element);
    return choose(row, radios[(now + by + radios.length) % radios.length].value);
  }
  const letter = key.toLowerCase();
  if (letter === "delete" || letter === "x") {
    remove(row, letter === "x" ? "not-retrieved" : "delete"); // the focus then is in the row that moves up
    return true;
  }
  return /^[0-9nru-]$/.test(letter) && choose(row, SPELLINGS[letter] ?? letter);
}

form.addEventListener("keydown", (event) => {
  const { target: element, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const row = rowOf(element);
  if (!row || !(element instanceof Element) || element.matches(TYPED)) return;
  if (press(element, row, key)) event.preventDefault();
});
