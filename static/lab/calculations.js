// The line below the stepper: how a row or cell is calculated. The server is asked when somebody points at it.
import { say } from "../page/announcements.js";
import { changed, withQuery } from "../page/address.js";
import { find, findAll, make, need } from "../page/elements.js";
import { address, form } from "../page/form.js";
import { cellAt, numberOf } from "./cells.js";

/** @typedef {[row: string, col: string]} Cell */
/** @typedef {[col: string, html: string, text: string, used: Cell[], isCalculated: boolean]} Line */
/** @typedef {(Line | [col: string])[]} Lines  in the order of calculation; of a covered one only the column is known */

export const line = need("#line", HTMLElement);
const HINT = line.dataset.hint ?? "";
const CHUNK = 50; // rows in one answer, the same number as on the server
const RESTS = 200; // ms; a row or cell that the focus only passes is not announced

/** @type {Map<number, Promise<Record<string, Lines>>>} */
let chunks = new Map();
let chunksSource = "";

/** @param {string} row @returns {Promise<Lines>} */
async function linesOf(row) {
  const revealed = findAll("[data-revealed]", HTMLElement, form)
    .map((each) => each.dataset.revealed)
    .join(",");
  const source = changed(withQuery(form.dataset.lines ?? "", address()), { step: null, revealed: revealed || null });
  if (source !== chunksSource) [chunks, chunksSource] = [new Map(), source];
  const from = Math.floor((numberOf(row) - 1) / CHUNK) * CHUNK + 1;
  const known = chunks.get(from);
  if (known) return (await known)[row] ?? [];
  const mine = chunks;
  /** @type {Promise<Record<string, Lines>>} */
  const coming = fetch(changed(source, { from }))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => {
      mine.delete(from);
      return {};
    });
  chunks.set(from, coming);
  return (await coming)[row] ?? [];
}

/** @param {string} text */
function hint(text) {
  if (line.textContent.trim() !== text) line.replaceChildren(make("p", { textContent: text }));
}

/** Show the hint, because nothing is pointed at. */
export const clear = () => hint(HINT);

let timer = 0;

/** @param {Line | [string]} each @returns {each is Line} */
const isLine = (each) => each.length > 1;

/**
 * Show how a row, or one of its cells, is calculated, and mark the cells that the calculation uses.
 * @param {{ row: string, col: string | null }} place
 * @param {() => boolean} isCurrent  whether it is still wanted when the answer comes
 * @param {() => boolean} isNews  whether it must be announced then
 */
export async function explain({ row, col }, isCurrent, isNews) {
  const lines = (await linesOf(row)).filter(([key]) => !col || key === col);
  if (!isCurrent()) return;
  const shown = lines.filter(isLine);
  const calculated = shown.filter((each) => each[4]);
  const wanted = col || !calculated.length ? shown : calculated;
  if (!wanted.length) {
    // a cell without a calculation, or a row without cells
    hint(lines.length ? "Hidden: predict this value first." : "There is nothing to calculate here.");
    return;
  }
  line.replaceChildren(
    ...wanted.map(([key, html]) => {
      const span = make("span", { innerHTML: html }); // the server's own MathML
      span.dataset.col = key;
      return span;
    }),
  );
  for (const [usedRow, usedCol] of wanted.flatMap((each) => each[3])) {
    if (usedRow !== row || usedCol !== col) cellAt(usedRow, usedCol)?.classList.add("used");
  }
  if (!isNews()) return;
  clearTimeout(timer);
  timer = setTimeout(say, RESTS, wanted.map((each) => each[2]).join("; "));
}

/** Announce the meaning of a symbol: the title of its column.  @param {string} col */
export function name(col) {
  const title = find(`#about-${CSS.escape(col)} .means`, HTMLElement);
  if (title) say(`${col}: ${title.textContent}`);
}
