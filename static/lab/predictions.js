// Predict, then reveal: a value typed in place of a covered one, or any number for the open measure, is checked and
// explained. A predicted value is uncovered, and stays uncovered until the list changes.
import { changed } from "../page/address.js";
import { hear } from "../page/bus.js";
import { find, findAll, make, need } from "../page/elements.js";
import { address, form } from "../page/form.js";
import { check, field, verdict } from "../why/verdict.js";

/** @typedef {{ typed: string, right: string | undefined, answer: string }} Prediction */
/** @type {Map<string, Prediction>} */
const revealed = new Map(); // by the field's name

const predict = need("#predict", HTMLFormElement);

// The correct value is not shown while it is covered, or while its row is not shown yet.
need("#ask", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  const hides = form.querySelector(".title .guess, .work.unread");
  check({ value: field.value, ...(hides && { reveal: "0" }) }, field);
});

predict.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.form !== predict || !target.value.trim()) return;
  const { name, value: typed, dataset: { index: row } } = target; // the row of the table, which can skip documents
  const { right, answer } = await check({ value: typed, ...(row && { column: columnOf(name), row }) }, target) ?? {};
  if (!answer || !target.isConnected) return;
  const had = document.activeElement === target;
  const place = target.parentElement;
  revealed.set(name, { typed, right, answer });
  reveal(target, { typed, right, answer });
  if (had && place) focusNext(place);
}, true);

/** The column in the name of a covered cell, as in `DCG.6`.  @param {string} name */
const columnOf = (name) => name.slice(0, name.lastIndexOf("."));

/** @param {HTMLInputElement} input  @param {Prediction} prediction */
function reveal(input, { typed, right, answer }) {
  const isRight = right === "true";
  const title = isRight ? "Your value was correct" : `Your value was ${typed}`;
  const sign = make("span", { className: isRight ? "hit" : "miss", textContent: isRight ? "✓" : "✗", title });
  make("span", { className: "vh", textContent: title }, sign);
  const place = input.parentElement;
  place?.replaceChildren(sign, " ", make("strong", { textContent: answer }));
  place?.classList.add("revealed");
}

/** @param {HTMLElement} place */
function focusNext(place) {
  const guesses = findAll(".guess", HTMLInputElement, form);
  const after = guesses.find((g) => place.compareDocumentPosition(g) & Node.DOCUMENT_POSITION_FOLLOWING) ?? guesses[0];
  (after ?? need(".scroll", HTMLElement, form)).focus();
}

/** The address of the list itself, without shown rows, covers and chart. */
const list = () => changed(address(), { step: null, cover: null, chart: null, more: null });
let about = list();
hear("patched", () => {
  if (list() !== about) {
    verdict.replaceChildren();
    revealed.clear();
  }
  about = list();
  for (const [name, prediction] of revealed) {
    const input = find(`.guess[name="${CSS.escape(name)}"]`, HTMLInputElement, form);
    if (input) reveal(input, prediction);
    else revealed.delete(name);
  }
});
