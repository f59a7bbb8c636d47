// Actions on documents. A requested action stays in the form until the server has answered, so that a change made in
// the meantime sends it again.
import { hear } from "../../page/bus.js";
import { find, make } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { post } from "../../page/requests.js";

/**
 * @typedef {object} Action
 * @property {string} verb
 * @property {number[]} ranks
 * @property {(refused: boolean) => void} done  called after the answer
 */
/** @type {Action | null} */
let sent = null;

const field = () => find("#wanted", HTMLInputElement, form);

/** The action that the server has not answered. */
export const pending = () => sent;

/**
 * Send an action. It replaces one that has not been answered.
 * @param {Action} action
 */
export function perform(action) {
  sent = action;
  const input = field() ?? make("input", { type: "hidden", id: "wanted", name: "do" }, form);
  input.value = `${action.verb} ${action.ranks.join(" ")}`;
  post();
}

function settle(refused = false) {
  field()?.remove();
  const action = sent;
  sent = null;
  action?.done(refused);
}

/** Whether it is an action that was refused, and not the text of a field.  @param {string[]} names */
export const isRefused = (names) => names.some((name) => name === "do" || name.startsWith("swap_"));

hear("answered", ({ refused }) => settle(isRefused(refused)));
hear("withdrawn", () => settle(true));
