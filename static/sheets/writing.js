// The preview follows what the owner types in a text: a pause counts as a change.
import { form } from "../page/form.js";

const PAUSE = 500; // ms
let timer = 0;

form.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  if (!(target instanceof HTMLTextAreaElement) || !target.closest(".writing")) return;
  timer = setTimeout(() => target.dispatchEvent(new Event("change", { bubbles: true })), PAUSE);
});
form.addEventListener("change", () => clearTimeout(timer), true);
