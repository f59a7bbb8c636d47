// Keys that the lab in a frame does not use reach the slides around it, as a message: `{ type: "ireval-key", key, … }`.
// It goes to the page that shows the frame, and has nothing but the key. docs/addresses.md has the other half.
import { originOf } from "../../page/address.js";

const TYPED = 'input:not([type="radio"], [type="checkbox"]), select, textarea, [contenteditable]';
const CONTROL = `button, summary, a, input, [tabindex="0"], ${TYPED}`;
/** Keys that lead through slides, whatever has the focus, except where text is typed. */
const ALWAYS = new Set(["PageDown", "PageUp", "Escape"]);
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph"]);

/** Whether the page around the frame is of this site.  @returns {boolean} */
function isOwn() {
  try {
    return parent.location.origin === location.origin;
  } catch {
    return false;
  }
}

/** The origin of the page around the frame; empty if there is none, or if it is unknown. */
function around() {
  if (parent === window) return "";
  const origin = location.ancestorOrigins?.[0] ?? (document.referrer && originOf(document.referrer));
  if (origin === location.origin && !isOwn()) return ""; // a form without scripts has led from page to page
  return origin === "null" ? "" : origin;
}

const target = around();

/** @param {KeyboardEvent} event */
function isForSlides({ key, target: pressed, ctrlKey, altKey, metaKey, isComposing, defaultPrevented }) {
  if (ctrlKey || altKey || metaKey || isComposing || defaultPrevented || MODIFIERS.has(key)) return false;
  if (!(pressed instanceof Element) || pressed.matches(TYPED)) return false;
  if (document.querySelector("dialog[open], :popover-open")) return false; // Escape closes it
  if (pressed.matches(".scroll") && pressed.scrollHeight > pressed.clientHeight) return false; // the keys scroll it
  return ALWAYS.has(key) || !pressed.matches(CONTROL);
}

if (target) {
  // Last of all: what the lab has used is marked as prevented.
  window.addEventListener("keydown", (event) => {
    if (!isForSlides(event)) return;
    event.preventDefault(); // the list must not scroll while the slides lead on
    const { key, code, shiftKey, repeat } = event;
    parent.postMessage({ type: "ireval-key", key, code, shiftKey, repeat }, target);
  });
}
