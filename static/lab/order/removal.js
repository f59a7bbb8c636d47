// Documents that leave the ranking: as judged ones that were not retrieved, or for good. Keys of a row and its menu do
// it.
import { say } from "../../page/announcements.js";
import { hear, send } from "../../page/bus.js";
import { closest, need } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { labels, nameOf, rankOf } from "./documents.js";
import { isRefused, pending, perform } from "./pending.js";

/** @typedef {"not-retrieved" | "delete"} Verb */

const relevantTotal = () => Number(need(".work", HTMLElement, form).dataset.relevant);

/**
 * Whether another list has the document, which then stays judged without this one.
 * @param {HTMLTableRowElement} row
 */
const isHeldElsewhere = (row) =>
  (need(".work", HTMLElement, form).dataset.held ?? "").split(" ").includes(String(rankOf(row)));

/** @param {HTMLTableRowElement} row */
export const isUnjudged = (row) => labels(row).some((label) => label.checked && label.value === "u");

/**
 * What R will be without the document.
 * @param {HTMLTableRowElement} row
 * @param {Verb} verb
 */
export function effect(row, verb) {
  if (verb === "not-retrieved" && isUnjudged(row)) return "unjudged: leaves the list";
  const counts = verb === "delete" && row.classList.contains("rel") && !isHeldElsewhere(row);
  return counts ? `R becomes ${relevantTotal() - 1}` : `R stays ${relevantTotal()}`;
}

/** @param {string} name  @param {Verb} verb  @param {boolean} unjudged */
const fate = (name, verb, unjudged) =>
  verb === "delete"
    ? `${name} deleted.`
    : unjudged
      ? `${name} is unjudged, so it has left the list.`
      : `${name} moved to the judged documents that were not retrieved.`;

/** Announce a sentence and show it beside the change.  @param {string} text  @param {string} [more]  only announced */
function tell(text, more = "") {
  say(text + more);
  send("remark", { text });
}

/**
 * Take a document out of the ranking.
 * @param {HTMLTableRowElement} row
 * @param {Verb} verb
 */
export function remove(row, verb) {
  const before = pending();
  const rank = rankOf(row);
  if (before && (before.verb !== verb || before.ranks.includes(rank))) {
    say("The server has not answered the last change yet.");
    return;
  }
  const [words, total] = [fate(nameOf(row), verb, isUnjudged(row)), relevantTotal()];
  row.classList.add("dragged");
  perform({
    verb,
    ranks: [...(before?.ranks ?? []), rank],
    done(refused) {
      row.classList.remove("dragged");
      before?.done(refused);
      if (refused) return;
      const now = relevantTotal();
      tell(words, before ? "" : ` R ${now === total ? "stays" : "is now"} ${now}.`);
    },
  });
}

// ---- Back into the ranking, by a button of the documents that were not retrieved -----------------------------------

let retrieved = "";

form.addEventListener("click", ({ target }) => {
  retrieved = closest(target, "button", HTMLButtonElement)?.dataset.retrieved ?? "";
});
hear("answered", ({ refused }) => {
  if (retrieved && !isRefused(refused)) tell(`${retrieved} is at the end of the list.`);
  retrieved = "";
});
