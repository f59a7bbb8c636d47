// The ranked documents, as rows of the table. Every answer may replace rows, so none is stored here.
import { closest, findAll } from "../../page/elements.js";
import { form } from "../../page/form.js";

/**
 * The document's row around an element; rows without labels have no document.
 * @param {EventTarget | null} inside
 */
export function rowOf(inside) {
  const row = closest(inside, "#steps tr", HTMLTableRowElement);
  return row?.querySelector("fieldset") ? row : null;
}

export const documentRows = () => findAll("#steps > tbody > tr", HTMLTableRowElement, form).filter(rowOf);

/** @param {HTMLTableRowElement} row */
export const rankOf = (row) => Number(row.id.slice("rank-".length));

/** @param {number} rank */
export const rowAt = (rank) => rowOf(document.getElementById(`rank-${rank}`));

/** @param {HTMLTableRowElement} row */
export const nameCell = (row) => /** @type {HTMLTableCellElement} */ (row.querySelector("td.doc"));

/** @param {HTMLTableRowElement} row */
export const nameOf = (row) => nameCell(row).textContent.trim();

/** @param {HTMLTableRowElement} row */
export const labels = (row) => findAll("fieldset input", HTMLInputElement, row);

/** The cell by which a document is dragged, and which opens its menu.  @param {EventTarget | null} inside */
export const handle = (inside) => closest(inside, "#steps th, #steps td.doc", HTMLTableCellElement);

/** Whether this is the field in which a document is being named.  @param {EventTarget | null} target */
export const isNameField = (target) => Boolean(closest(target, "td.doc > input", HTMLInputElement));
