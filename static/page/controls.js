// Controls compared with the page as it was loaded: once a control is used, its attributes are only its defaults.
import { find, findAll } from "./elements.js";
import { form } from "./form.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Text */

const TEXT = 'input:not([type="radio"], [type="checkbox"]), textarea';
/** @param {EventTarget | null} element @returns {element is Text} */
const isText = (element) => element instanceof Element && element.matches(TEXT);

/** @template {Text | HTMLInputElement | HTMLSelectElement} T @param {T} control */
const isOwn = (control) => control.form === form; // the form holds controls of other forms, too

/** Radio buttons and checkboxes that differ: there are hundreds, and the browser finds these at once. */
const ticks = () =>
  findAll("input:is(:checked:not([checked]), [checked]:not(:checked))", HTMLInputElement, form).filter(isOwn);
const texts = () =>
  /** @type {Text[]} */ (findAll(TEXT, HTMLElement, form)).filter(
    (text) => isOwn(text) && text.value !== text.defaultValue,
  );
const selects = () => findAll("select", HTMLSelectElement, form).filter(isOwn);

/** @param {HTMLSelectElement} select */
function differs(select) {
  const options = [...select.options];
  return options.some((o) => o.defaultSelected) && options.some((o) => o.selected !== o.defaultSelected);
}

/** Whether a control was changed since the page was loaded. */
export const areChanged = () => ticks().length > 0 || texts().length > 0 || selects().some(differs);

// The field with text that was typed but not sent yet; answers must not replace that text. At the start this may be the
// focused text field.
/** @type {EventTarget | null} */
let typing = isText(document.activeElement) ? document.activeElement : null;
form.addEventListener("input", (event) => {
  typing = event.target;
});
for (const end of ["change", "focusout"]) {
  form.addEventListener(
    end,
    (event) => {
      if (event.target === typing) typing = null;
    },
    true,
  );
}

/** Set all controls to the server's values, except for the field that somebody is typing in. */
export function reset() {
  for (const tick of ticks()) tick.checked = tick.defaultChecked;
  for (const text of texts()) if (text !== typing) text.value = text.defaultValue;
  for (const select of selects()) {
    if (select === typing) continue;
    for (const o of select.options) if (o.selected !== o.defaultSelected) o.selected = o.defaultSelected;
  }
}

/**
 * Run `change`. If it removes the focused control, focus the same control in the row that is now at its place or, if
 * there is none, in the nearest row above. A control outside of the rows may have a home that takes the focus instead:
 * an element around it with `tabindex="-1"`.
 * @param {() => void} change
 */
export function keepFocus(change) {
  const focused = document.activeElement;
  const row = form.contains(focused) ? focused?.closest("tr") : null;
  const [body, place] =
    row?.parentNode instanceof HTMLTableSectionElement ? [row.parentNode, row.sectionRowIndex] : [null, 0];
  const home = row ? null : focused?.closest('[tabindex="-1"]');
  change();
  if (!focused || focused.isConnected) return;
  if (home instanceof HTMLElement && home.isConnected && form.contains(home))
    return home.focus({ preventScroll: true });
  const { name = "", type, value } = /** @type {Partial<HTMLInputElement>} */ (focused);
  const rows = body ? [...body.rows].slice(0, place + 1) : [];
  const near =
    rows.map((r) => findAll(focused.localName, HTMLElement, r)).findLast((found) => found.length) ??
    (name ? findAll(`[name="${CSS.escape(name)}"]`, HTMLElement, form) : []);
  /** @param {HTMLElement} element */
  const isHeir = (element) =>
    "type" in element && element.type === type && "value" in element && element.value === value;
  /** @param {HTMLElement} element  whether it is a button for the same action on something else */
  const isAlike = (element) => "value" in element && String(element.value).split(" ")[0] === value?.split(" ")[0];
  const other = type === "submit" && !body ? near.find(isAlike) : near[0];
  (near.find(isHeir) ?? other ?? find("[data-step-up]", HTMLElement, form))?.focus();
}
