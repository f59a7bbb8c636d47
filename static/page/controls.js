// Controls compared with the page as it was loaded: once a control is used, its attributes are only its defaults.
import { find, findAll } from "./elements.js";
import { form } from "./form.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

/** @param {Element} control @returns {control is HTMLInputElement} */
const isTick = (control) => control.matches('input:is([type="radio"], [type="checkbox"])');
/** @param {EventTarget | null} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
const isText = (element) => element instanceof Element && element.matches("input, textarea") && !isTick(element);

/** @returns {Control[]} */
const controls = () => /** @type {Control[]} */ ([...form.elements].filter((e) => e.matches("input, textarea, select")));

/** @param {Control} control */
function differs(control) {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const options = [...control.options];
  return options.some((o) => o.defaultSelected) && options.some((o) => o.selected !== o.defaultSelected);
}

/** Whether a control was changed since the page was loaded. */
export const areChanged = () => controls().some(differs);

// The field with text that was typed but not sent yet; answers must not replace that text. At the start this may be the
// focused text field.
/** @type {EventTarget | null} */
let typing = isText(document.activeElement) ? document.activeElement : null;
form.addEventListener("input", (event) => { typing = event.target; });
for (const end of ["change", "focusout"]) {
  form.addEventListener(end, (event) => { if (event.target === typing) typing = null; }, true);
}

/** Set all controls to the server's values, except for the field that somebody is typing in. */
export function reset() {
  for (const control of controls()) {
    if (control === typing) continue;
    if (isTick(control)) {
      if (control.checked !== control.defaultChecked) control.checked = control.defaultChecked;
    } else if (control instanceof HTMLSelectElement) {
      for (const o of control.options) if (o.selected !== o.defaultSelected) o.selected = o.defaultSelected;
    } else if (control.value !== control.defaultValue) control.value = control.defaultValue;
  }
}

/**
 * Run `change`. If it removes the focused control, focus the same control in the row that is now at its place or, if
 * there is none, in the nearest row above.
 * @param {() => void} change
 */
export function keepFocus(change) {
  const focused = document.activeElement;
  const row = form.contains(focused) ? focused?.closest("tr") : null;
  const [body, place] = row?.parentNode instanceof HTMLTableSectionElement ? [row.parentNode, row.sectionRowIndex] : [null, 0];
  change();
  if (!focused || focused.isConnected) return;
  const { name = "", type, value } = /** @type {Partial<HTMLInputElement>} */ (focused);
  const rows = body ? [...body.rows].slice(0, place + 1) : [];
  const near = rows.map((r) => findAll(focused.localName, HTMLElement, r)).findLast((found) => found.length)
    ?? (name ? findAll(`[name="${CSS.escape(name)}"]`, HTMLElement, form) : []);
  /** @param {HTMLElement} element */
  const isHeir = (element) => "type" in element && element.type === type && "value" in element && element.value === value;
  /** @param {HTMLElement} element  whether it is a button for the same action on something else */
  const isAlike = (element) => "value" in element && String(element.value).split(" ")[0] === value?.split(" ")[0];
  const other = type === "submit" && !body ? near.find(isAlike) : near[0];
  (near.find(isHeir) ?? other ?? find("[data-step-up]", HTMLElement, form))?.focus();
}
