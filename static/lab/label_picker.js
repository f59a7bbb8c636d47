// On touch a row shows its own label only, and a tap on it opens a picker of all labels below the row. The radio
// buttons of the row stay the form's state: the picker clicks them. All rows share one picker, outside the form.
import { closest, make, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { choose, isSingle } from "./labels.js";
import { labels, nameOf, rankOf, rowAt, rowOf } from "./order/documents.js";
import { openMenu } from "./order/row_menu.js";

const picker = make("div", { className: "label-picker", popover: "auto" }, form.parentElement);
picker.setAttribute("role", "group");

/** @type {Record<string, string>} */
const WORDS = { u: "unjudged", 0: "not relevant" };
let rank = 0; // of the row that it was opened for

const isOpen = () => picker.matches(":popover-open");

/** Close the picker, and do something with the row, which may be another element by now.
 * @param {(row: HTMLTableRowElement) => void} act */
function leave(act) {
  picker.hidePopover();
  const row = rowAt(rank);
  if (row) act(row);
}

/** @param {HTMLInputElement} radio */
function offer({ value, checked }) {
  const button = make("button", { type: "button", className: `g${value}`, value }, picker);
  make("b", { textContent: value === "u" ? "–" : value }, button);
  if (WORDS[value]) make("small", { textContent: WORDS[value] }, button).before(" ");
  button.setAttribute("aria-pressed", String(checked));
  button.addEventListener("click", () => leave((row) => choose(row, value)));
}

/** @param {HTMLTableRowElement} row */
function show(row) {
  rank = rankOf(row);
  row.classList.add("picking");
  picker.setAttribute("aria-label", `Label of ${nameOf(row)}, rank ${rank}`);
  picker.replaceChildren();
  for (const radio of labels(row)) offer(radio);
  const more = make("button", { type: "button", className: "more", textContent: "⋯" }, picker);
  more.setAttribute("aria-label", `Menu of ${nameOf(row)}, rank ${rank}`);
  more.addEventListener("click", () => leave(openMenu));
  picker.showPopover();
  const [{ bottom, top }, { left, width }] = [row, need(".seg fieldset", HTMLElement, row)].map((each) =>
    each.getBoundingClientRect(),
  );
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = bottom + picker.offsetHeight + 4 < clientHeight;
  const middle = left + width / 2 - picker.offsetWidth / 2;
  picker.style.left = `${Math.max(4, Math.min(middle, clientWidth - picker.offsetWidth - 4))}px`;
  picker.style.top = `${isBelow ? bottom + 3 : Math.max(4, top - picker.offsetHeight - 3)}px`;
  need('[aria-pressed="true"]', HTMLButtonElement, picker).focus({ preventScroll: true });
}

picker.addEventListener("toggle", (event) => {
  if (event instanceof ToggleEvent && event.newState === "closed") rowAt(rank)?.classList.remove("picking");
});

// A press outside the picker closes it, so a tap on the label that opened it must not open it again.
let closing = 0;
form.addEventListener("pointerdown", ({ target }) => {
  const row = rowOf(target);
  closing = isOpen() && row ? rankOf(row) : 0;
});

// A script's click, as of the picker itself, sets the label at once.
form.addEventListener("click", ({ target, isTrusted }) => {
  const row = rowOf(closest(target, ".seg input", HTMLInputElement));
  if (row && isTrusted && isSingle(row) && rankOf(row) !== closing) show(row);
});
form.addEventListener("keydown", (event) => {
  const row = rowOf(closest(event.target, ".seg input", HTMLInputElement));
  if (event.key !== " " || !row || !isSingle(row)) return;
  event.preventDefault();
  show(row);
});

picker.addEventListener("keydown", ({ key }) => {
  const buttons = [...picker.children];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const next = by && buttons[at + by];
  if (next instanceof HTMLElement) next.focus();
  else if (/^\d$/.test(key)) leave((row) => choose(row, key));
});
document.addEventListener("scroll", () => isOpen() && picker.hidePopover(), { passive: true, capture: true });
