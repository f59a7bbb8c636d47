// One polite voice: what several scripts announce at the same moment is read out as one text.
import { find } from "./elements.js";

/** @type {string[]} */
let texts = [];

/**
 * Announce a text to those who use a screen reader.
 * @param {string} text
 */
export function say(text) {
  if (!texts.length) {
    queueMicrotask(() => {
      const region = find("#said", HTMLElement);
      if (region) region.textContent = texts.join(" ");
      texts = [];
    });
  }
  texts.push(text);
}
