// Controls against the page as it came: attributes are only the defaults of a control that was used.
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

/** Whether somebody has changed a control since the page came. */
export const areChanged = () => controls().some(differs);

// Typing is what has been put in but not yet sent by a change: it belongs to the user. At the start that may be whatever
// text field has the focus.
/** @type {EventTarget | null} */
let typing = isText(document.activeElement) ? document.activeElement : null;
form.addEventListener("input", (event) => { typing = event.target; });
for (const end of ["change", "focusout"]) {
  form.addEventListener(end, (event) => { if (event.target === typing) typing = null; }, true);
}

/** Let all controls say what the server says, except for the one that is being typed in. */
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
 * Run `change`; if it takes away the focused control, focus its like in the row now at that place or, where there is
 * none, in the nearest row above.
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
  (near.find(isHeir) ?? near[0] ?? find("[data-step-up]", HTMLElement, form))?.focus();
}
