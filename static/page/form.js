// The form that has the state of its page: the lab's or the builder's.
import { find, need } from "./elements.js";

export const form = need('form[hx-ext="patch"]', HTMLFormElement);

/**
 * The form's input of this name.
 * @param {string} name
 */
export const input = (name) => need(`input[name="${CSS.escape(name)}"]`, HTMLInputElement, form);

/** The address of the state that the form shows. */
export const address = () => form.dataset.address ?? "";

/**
 * The chosen radio button of this name.
 * @param {string} name
 */
export const chosen = (name) => find(`input[name="${CSS.escape(name)}"]:checked`, HTMLInputElement, form);
