// A look into the lab under a round: the round is out of the way, and the lab explains a number that was sent, beside
// the correct one. The next step returns to the round.
import { find, need } from "../page/elements.js";

const corner = need("#corner", HTMLElement);

/** Whether the lab is seen in place of the round. */
export const isLooking = () => corner.classList.contains("looks");

/** Let the lab explain a number.  @param {string} value  as it was typed */
export function lookInLab(value) {
  const field = find("#ask-value", HTMLInputElement);
  if (!field) return;
  corner.classList.add("looks");
  field.value = value;
  field.form?.requestSubmit();
}

export function endLook() {
  corner.classList.remove("looks");
}
