// Fields for numbers: the arrow keys step them. They are text fields, so that the server gets whatever was typed, and
// can say what is wrong with it.
import { closest } from "../page/elements.js";
import { form } from "../page/form.js";

/**
 * Add a step, or take one away. An empty field starts at its least number. Returns whether the number changed.
 * @param {HTMLInputElement} field
 * @param {number} sign
 */
export function step(field, sign) {
  const [least, most] = [Number(field.dataset.least), Number(field.dataset.most)];
  const by = Number(field.dataset.by) || (most <= 1 ? 0.1 : 1); // any number: a tenth of a share
  const before = field.value.trim();
  const now = Number(before.replace(",", "."));
  const wanted = before && Number.isFinite(now) ? now + sign * by : least;
  const value = String(Number(Math.min(Math.max(wanted, least), most).toFixed(6)));
  field.value = before.includes(",") ? value.replace(".", ",") : value;
  return field.value !== before;
}

form.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const sign = { ArrowUp: 1, ArrowDown: -1 }[key];
  const field = closest(target, "input[data-by]", HTMLInputElement);
  if (!sign || !field || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (step(field, sign)) field.dispatchEvent(new Event("change", { bubbles: true }));
});
