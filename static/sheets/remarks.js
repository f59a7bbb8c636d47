// What the server says of an answer as soon as it is stored, beside its field: that it cannot be read, for example.
import { say } from "../page/announcements.js";
import { findAll, need } from "../page/elements.js";

/**
 * @param {string} name  of a field
 * @param {string} text  what is said of its answer; empty for nothing
 */
export function remark(name, text) {
  const place = document.getElementById(`${name}-remark`);
  if (!place) return;
  const said = need("span", HTMLElement, place);
  if (text && said.textContent !== text) say(text);
  said.textContent = text;
  place.hidden = !text;
  for (const field of findAll(`[name="${CSS.escape(name)}"]`, HTMLElement)) {
    if (text) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}
