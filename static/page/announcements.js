// Polite announcements: texts that several scripts announce at the same moment are read out as one.
import { find } from "./elements.js";

/** @type {string[]} */
let texts = [];

/**
 * Announce a text to people who use a screen reader.
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
