// On a phone the calculation of a tapped number is a sheet at the edge of the screen, because its line above the table
// may be out of view. The sheet is at the bottom, or at the top if it would cover the number. The page does not move.
import { hear } from "../page/bus.js";
import { find, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { line } from "./calculations.js";
import { cellAt } from "./cells.js";
import { leave } from "./highlights.js";

const small = matchMedia("(max-width: 44rem), (pointer: coarse)");
/** @type {Element | undefined} */
let cell; // the number that the sheet explains

function place() {
  if (!cell) return;
  form.classList.remove("sheet-above");
  const sheet = line.getBoundingClientRect();
  form.classList.toggle("sheet-above", cell.getBoundingClientRect().bottom > sheet.top);
}

hear("point", ({ row, col, from }) => {
  cell = row && col && small.matches && (from === "click" || from === "keys") ? cellAt(row, col) : undefined;
  form.classList.toggle("with-sheet", Boolean(cell));
  place();
});
new ResizeObserver(place).observe(line); // the calculation comes from the server

need("#line-close", HTMLButtonElement).addEventListener("click", leave);
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && find(".with-sheet", HTMLElement)) leave();
});
