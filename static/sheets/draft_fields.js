// What the builder's form holds, as text that can be kept and sent again.
import { form } from "../page/form.js";
import { find, findAll } from "../page/elements.js";

/** Controls that belong to the page and not to the sheet. */
const OF_THE_PAGE = ["csrf_token", "refused"];
/** Controls that only choose what is looked at. */
const LOOKS = ["view", "key"];

/** @type {string | null} */
let replacement = null; // fields that the next request has in place of the form's

/** The whole form, without what belongs to the page. */
export const wholeDraft = () => collect((name) => !OF_THE_PAGE.includes(name));

/**
 * The sheet in the form: without answers typed in the preview, and without what is looked at.
 * @param {boolean} [answered]  whether a field that somebody is typing in counts as the server has answered it
 */
export function sheetDraft(answered = false) {
  const fields = new URLSearchParams(currentSheet());
  const typing = document.activeElement;
  if (
    answered &&
    (typing instanceof HTMLInputElement || typing instanceof HTMLTextAreaElement) &&
    fields.has(typing.name) &&
    !["radio", "checkbox"].includes(typing.type)
  )
    fields.set(typing.name, typing.defaultValue);
  return fields.toString();
}

function currentSheet() {
  const answers = new Set(findAll(".preview [name]", Element, form).map((control) => control.getAttribute("name")));
  return collect((name) => ![...OF_THE_PAGE, ...LOOKS].includes(name) && !answers.has(name));
}

/** @param {(name: string) => boolean} wanted */
function collect(wanted) {
  const fields = new URLSearchParams();
  const hidden = replacement;
  replacement = null;
  for (const [name, value] of new FormData(form)) if (wanted(name)) fields.append(name, String(value));
  replacement = hidden;
  return fields.toString();
}

/** Let the next request have these fields in place of the form's; null ends that.  @param {string | null} fields */
export function replaceFields(fields) {
  replacement = fields;
}

form.addEventListener("formdata", ({ formData }) => {
  if (replacement === null) return;
  const kept = [...OF_THE_PAGE, ...LOOKS].map((name) => /** @type {const} */ ([name, formData.get(name)]));
  for (const name of [...formData.keys()]) formData.delete(name);
  for (const [name, value] of new URLSearchParams(replacement)) formData.append(name, value);
  for (const [name, value] of kept) if (value !== null) formData.set(name, value);
});

/** The title of the sheet. */
export const title = () => find("[name=title]", HTMLInputElement, form)?.value.trim() ?? "";
