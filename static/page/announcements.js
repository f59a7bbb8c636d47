// Polite announcements: texts that several scripts announce at the same moment, or about the same change, are read out
// as one.
import { hear } from "./bus.js";
import { find } from "./elements.js";
import "./painted.js";

/** @type {string[]} */
let texts = [];
let isChanging = false; // until everything about the change is announced

/**
 * Announce a text to people who use a screen reader.
 * @param {string} text
 */
export function say(text) {
  if (!texts.length) queueMicrotask(announce);
  texts.push(text);
}

function announce() {
  if (isChanging || !texts.length) return;
  const region = find("#said", HTMLElement);
  if (region) region.textContent = texts.join(" ");
  texts = [];
}

hear("patched", () => {
  isChanging = true;
});
hear("settled", () => {
  isChanging = false;
  queueMicrotask(announce);
});
