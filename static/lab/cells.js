// The cells of the open measure's table, by row and column. There is a row for each rank or for each recall level.
import { find, need } from "../page/elements.js";

/** @typedef {{ row: string | null, col: string | null }} Place  by the row's id and the column's symbol */

export const table = () => find("#levels", HTMLTableElement) ?? need("#steps", HTMLTableElement);

export const rows = () => [...table().tBodies[0].rows].filter((row) => row.id);

export const shownRows = () => rows().filter((row) => !row.classList.contains("ahead"));

/** The number of a row, as in `rank-3`.  @param {string | undefined} row */
export const numberOf = (row) => Number(row?.split("-")[1] ?? 0);

/** @param {HTMLTableElement | null} [of] */
export const heads = (of = table()) => [...(of?.tHead?.rows[0].cells ?? [])];

/** @param {Element} cell */
export function columnOf(cell) {
  if (!(cell instanceof HTMLTableCellElement) || cell.localName !== "td") return "";
  const fromEnd = rowOf(cell).cells.length - cell.cellIndex;
  return heads(cell.closest("table")).at(-fromEnd)?.dataset.col ?? "";
}

/** @param {HTMLTableCellElement} cell */
export const rowOf = (cell) => /** @type {HTMLTableRowElement} */ (cell.parentNode);

/** @param {HTMLTableRowElement} row */
export const computed = (row) => [...row.cells].filter((cell) => columnOf(cell));

/** @param {string} row */
export const rowAt = (row) => find(`tr#${CSS.escape(row)}`, HTMLTableRowElement);

/**
 * The cell that shows the value, not the one next to it with its calculation.
 * @param {string} row
 * @param {string} col
 */
export function cellAt(row, col) {
  const cells = rowAt(row)?.cells;
  const all = heads();
  const place = all.findIndex((head) => head.dataset.col === col && !head.classList.contains("calc"));
  return place < 0 ? undefined : cells?.[cells.length - (all.length - place)];
}

/**
 * Focus a cell or symbol and make it focusable.
 * @param {HTMLElement | MathMLElement} element
 * @param {boolean} [isInView]  whether the page need not move to show it
 */
export function focus(element, isInView = false) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: isInView });
}
