// A presenter's remote. Its keys step whatever has the focus, except for a text field. With Shift, they do what they do
// elsewhere: change a label, or move from cell to cell.
import { say } from "./announcements.js";
import { send } from "./bus.js";

const root = document.documentElement;
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea';
const CONTROL = `button, summary, a, select, input:not(${TYPED})`;
/** @type {Record<string, number>} */
const STEPS = { PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Whether an element got the focus from the keyboard, so that Space and Enter are meant for it.
 * @param {Element} target
 */
const isUsed = (target) => target.matches(CONTROL) && target.matches(":focus-visible");

/** @param {Element} target  @param {string} key */
function stepsOf(target, key) {
  if (target.matches(":is(select:open, dialog *)")) return 0;
  if (key === " " || key === "Enter") return isUsed(target) ? 0 : 1;
  return STEPS[key] ?? 0;
}

/** Make the screen black, as programs for slides do, until the next key or click. */
export function blacken() {
  root.classList.add("black");
  say("The screen is black. Any key shows the page again.");
}

/** The focus that a click left behind would catch the next key.  @param {Event} event */
function release(event) {
  const focused = document.activeElement;
  if (!focused || focused.closest("dialog, [popover]") || focused.matches(TYPED)) return;
  const isChosen = event.type === "change" ? focused.matches("select") && !isUsed(focused) : !focused.matches("select");
  if (isChosen && focused instanceof HTMLElement && focused.matches(`${CONTROL}, [tabindex="0"]`)) focused.blur();
}

/**
 * Ask the parts of the page whether one of them takes a step. Otherwise it is for whoever asks.
 * @param {number} by  1 forward, -1 back
 * @param {boolean} remote  whether a presenter's remote, or a button that does the same, asks for it
 */
export function isTaken(by, remote) {
  const request = { by, remote, taken: false };
  send("stepping", request);
  return request.taken;
}

/**
 * Step at every key of a remote, by 1 forward, by -1 back, unless another part of the page takes the step.
 * @param {(by: number) => void} step
 */
export function followRemote(step) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return false;
    if (root.classList.contains("black")) {
      root.classList.remove("black");
      return true;
    }
    if (!(target instanceof Element) || target.matches(TYPED)) return false;
    const by = stepsOf(target, key);
    if (by && !isTaken(by, true)) step(by);
    return by !== 0;
  }
  document.addEventListener(
    "keydown",
    (event) => {
      if (!press(event)) return;
      event.preventDefault();
      event.stopPropagation(); // the focused control must not use it as well
    },
    true,
  );
  document.addEventListener("click", (event) => {
    root.classList.remove("black");
    if (event instanceof PointerEvent && event.pointerType) release(event);
  });
  document.addEventListener("change", release);
}
