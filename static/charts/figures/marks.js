// Marks of the figure: all that belongs to a rank is marked together with its row and its cell of the table, and what a
// step has not reached is not seen.
import { hear, send } from "../../page/bus.js";
import { closest, find, findAll } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { cellAt } from "../../lab/cells.js";

const figure = () => find("#figure", HTMLElement, form);
/** The first rank that an element belongs to, 0 for none.  @param {EventTarget | null} target  @param {string} which */
const rankOf = (target, which) => Number.parseInt(closest(target, which, Element)?.getAttribute("data-of") ?? "0", 10);

let marked = 0;

/** @param {number} rank  0 for none */
function mark(rank) {
  marked = rank;
  const within = figure();
  if (!within) return;
  for (const shape of findAll("[data-of]", Element, within)) {
    const of = shape.getAttribute("data-of") ?? "";
    shape.classList.toggle("marked", Boolean(rank) && of.split(" ").includes(String(rank)));
  }
}

/** Mark a rank here, in its row and its cell of the table.  @param {number} rank  0 for none */
function pointAt(rank) {
  mark(rank);
  send("point", { row: rank ? `rank-${rank}` : null, col: figure()?.dataset.col ?? null, from: "chart" });
}

form.addEventListener("pointerover", ({ target, pointerType }) => {
  if (pointerType === "touch" || find(".held", Element, figure() ?? form)) return;
  if (!closest(target, "#figure", HTMLElement)) return;
  const rank = rankOf(target, "[data-of]");
  if (rank !== marked) pointAt(rank);
});
form.addEventListener("focusin", ({ target }) => {
  const rank = rankOf(target, "#figure .card[data-of]");
  if (rank) pointAt(rank);
});
hear("point", ({ row, from }) => {
  if (from !== "chart") mark(row?.startsWith("rank-") ? Number(row.slice(5)) : 0);
});

/**
 * Mark the last term of the sum that is reached, and show the sum down to it.
 * @param {HTMLElement} within
 * @param {number | null} step
 */
function dressSum(within, step) {
  const sum = find(".total output", HTMLElement, within);
  if (!sum) return;
  const terms = findAll(".total .term", HTMLElement, within);
  const last = terms.filter((term) => !term.classList.contains("ahead")).at(-1);
  for (const term of terms) term.classList.toggle("now", step !== null && term === last);
  const ranks = Array.from({ length: step ?? 0 }, (_, i) => (step ?? 0) - i);
  const reached = ranks.map((rank) => cellAt(`rank-${rank}`, sum.dataset.col ?? "")?.textContent.trim());
  const isPartial = Boolean(find(".total .term.ahead", HTMLElement, within));
  sum.textContent = (isPartial && reached.find(Boolean)) || (isPartial ? "0" : (sum.dataset.whole ?? ""));
}

function dress() {
  const within = figure();
  if (!within) return;
  const { step, axis } = find(".work", HTMLElement, form)?.dataset ?? {};
  const at = step && axis === "rank" ? Number(step) : null;
  for (const shape of findAll("[data-since]", Element, within)) {
    shape.classList.toggle("ahead", at !== null && Number(shape.getAttribute("data-since")) > at);
  }
  dressSum(within, at);
  mark(marked);
}
dress();
hear("painted", dress);
