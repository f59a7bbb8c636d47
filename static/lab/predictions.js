// Predict, then reveal: a value typed in place of a covered one, or any number for the open measure, is checked and
// explained. A wrong one gets another try; then, or with its button, the value is uncovered until the list changes.
import { changed } from "../page/address.js";
import { hear } from "../page/bus.js";
import { closest, find, findAll, make, need } from "../page/elements.js";
import { address, form } from "../page/form.js";
import { check, field, verdict } from "../why/verdict.js";

const TRIES = 2;

/** @typedef {{ typed: string, right: string | undefined, answer: string }} Prediction  `typed` may be empty */
/** @type {Map<string, Prediction>} */
const revealed = new Map(); // by the field's name
/** @type {Map<string, number>} */
const wrong = new Map(); // how many wrong values were typed in a field

const predict = need("#predict", HTMLFormElement);

/** @param {Record<string, string>} what */
const about = (what) => (revealed.size ? { ...what, revealed: [...revealed.keys()].join(",") } : what);

// The correct value is not shown while it is covered, or while its row is not shown yet.
need("#ask", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  const hides = form.querySelector(".title .guess, .work.unread");
  check(about({ value: field.value, ...(hides && { reveal: "0" }) }), field);
});

predict.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener(
  "change",
  ({ target }) => {
    if (target instanceof HTMLInputElement && target.form === predict && target.value.trim())
      answer(target, target.value);
  },
  true,
);
form.addEventListener("click", (event) => {
  const button = closest(event.target, ".reveal", HTMLButtonElement);
  const input = button && find(`.guess[name="${CSS.escape(button.value)}"]`, HTMLInputElement, form);
  if (!input) return;
  event.preventDefault();
  answer(input, "");
});

/**
 * Have a value checked, and show the correct one if the value is right, was the last try, or is empty.
 * @param {HTMLInputElement} input
 * @param {string} typed
 */
async function answer(input, typed) {
  const {
    name,
    dataset: { index: row },
  } = input; // the row of the table, which can skip documents
  const tries = wrong.get(name) ?? 0;
  const shows = !typed ? { reveal: "1" } : tries + 1 < TRIES && { reveal: "later" };
  const found = await check(about({ value: typed, ...(row && { column: columnOf(name), row }), ...shows }), input);
  if (!found || !input.isConnected) return;
  const { right, answer: shown = "" } = found;
  const had = input.parentElement?.contains(document.activeElement);
  if (!shown) {
    wrong.set(name, tries + 1);
    input.setAttribute("aria-invalid", "true");
    if (had || document.activeElement === document.body) input.focus();
    input.select();
    return;
  }
  const place = input.parentElement;
  revealed.set(name, { typed, right, answer: shown });
  reveal(input, { typed, right, answer: shown });
  if (had && place) focusNext(place);
}

/** The column in the name of a covered cell, as in `DCG.6`.  @param {string} name */
const columnOf = (name) => name.slice(0, name.lastIndexOf("."));

/** @param {HTMLInputElement} input  @param {Prediction} prediction */
function reveal(input, { typed, right, answer: shown }) {
  const isRight = right === "true";
  const [className, textContent, title] = !typed
    ? ["answer", "", "Revealed"]
    : isRight
      ? ["hit", "✓", "Your value was correct"]
      : ["miss", "✗", `Your value was ${typed}`];
  const sign = make("span", { className, textContent, title });
  make("span", { className: "vh", textContent: title }, sign);
  const place = input.parentElement;
  place?.replaceChildren(sign, " ", make("strong", { textContent: shown }));
  place?.classList.add("revealed");
  if (place) place.dataset.revealed = input.name;
}

/** @param {HTMLElement} place */
function focusNext(place) {
  const guesses = findAll(".guess", HTMLInputElement, form);
  const after = guesses.find((g) => place.compareDocumentPosition(g) & Node.DOCUMENT_POSITION_FOLLOWING) ?? guesses[0];
  (after ?? need(".scroll", HTMLElement, form)).focus();
}

/** The address of the list itself, without shown rows, covers and chart. */
const list = () => changed(address(), { step: null, cover: null, chart: null, more: null });
let known = list();
hear("patched", () => {
  if (list() !== known) {
    verdict.replaceChildren();
    revealed.clear();
    wrong.clear();
  }
  known = list();
  for (const [name, prediction] of revealed) {
    const input = find(`.guess[name="${CSS.escape(name)}"]`, HTMLInputElement, form);
    if (input) reveal(input, prediction);
    else revealed.delete(name);
  }
});
