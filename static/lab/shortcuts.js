// Single keys for the lecturer; "?" lists them. They can be switched off, because speech input may send letters.
import { changed, valueOf } from "../page/address.js";
import { find, findAll, need } from "../page/elements.js";
import { address, chosen, form } from "../page/form.js";
import { followLetters } from "../page/letter_keys.js";
import { blacken } from "../page/remote.js";
import { toggleCover } from "./covers.js";
import { move, unfold } from "./stepper.js";

const help = need("#keys", HTMLDialogElement);
const projector = document.body.classList.contains("projector");

function list() {
  help.showModal();
  need("#keys-title", HTMLElement, help).focus(); // so that it opens at its start
  help.scrollTop = 0;
}

// The state may have changed since the link was created.
const projecting = find("a.projecting", HTMLAnchorElement);
projecting?.addEventListener("click", () => {
  const view = projector ? null : "projector";
  projecting.href = changed(address(), { view, step: valueOf(address(), "step") });
});

/** @param {number} by  @param {string} name */
function neighbour(by, name) {
  const radios = findAll(`input[name="${name}"]`, HTMLInputElement, form);
  const at = radios.findIndex((radio) => radio.checked);
  radios[(at + by + radios.length) % radios.length]?.click();
}

/** @param {string} selector */
const focus = (selector) => find(selector, HTMLElement)?.focus();

function focusMeasures() {
  const menu = find("#measures", HTMLDetailsElement); // in the projector view they are a menu
  if (menu) menu.open = true;
  (chosen("show") ?? find('input[name="show"]', HTMLInputElement, form))?.focus();
}

/** @type {Record<string, () => void>} */
const ACTIONS = {
  j: () => move(1),
  k: () => move(-1),
  w: () => unfold(null),
  h: toggleCover, // not c, d, p, q or s, which are the classroom's
  a: () => focus("#verdict:not(:empty)"),
  y: () => focus("#ask-value"),
  m: focusMeasures,
  t: () => focus(".scroll"),
  "[": () => neighbour(-1, "show"),
  "]": () => neighbour(1, "show"),
  l: () => neighbour(1, "list"),
  v: () => projecting?.click(),
  e: () => find(".head a[data-enter]", HTMLElement)?.click(),
  "?": list,
  ...(projector && { b: blacken, ".": blacken }), // a presenter's remote has a key for one of them
};
const box = need('input[type="checkbox"]', HTMLInputElement, help);
followLetters(ACTIONS, box, () => find("dialog[open]", HTMLDialogElement) !== null);
find("button", HTMLElement, help)?.addEventListener("click", () => help.close());
find("[data-keys]", HTMLElement)?.addEventListener("click", list);
