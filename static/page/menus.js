// Menus made of <details class="choice">: one opens like any other, and closes after a choice, on Escape, and when a
// click or the focus goes elsewhere. Without scripts it opens and closes by its summary.
import { closest, find, findAll } from "./elements.js";

const MENU = "details.choice[open]";

/** @param {HTMLDetailsElement} menu  @param {boolean} byKey  whether the focus goes back to the menu's own control */
function close(menu, byKey) {
  menu.open = false;
  if (byKey) find("summary", HTMLElement, menu)?.focus();
}

/** @param {EventTarget | null} target */
function closeOthers(target) {
  for (const menu of findAll(MENU, HTMLDetailsElement)) {
    if (!(target instanceof Node && menu.contains(target))) close(menu, false);
  }
}

document.addEventListener("pointerdown", ({ target }) => closeOthers(target));
document.addEventListener("focusin", ({ target }) => closeOthers(target));

// A menu that opens leads to what is chosen, from where arrow keys go on.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches(MENU))
      find("input:checked", HTMLInputElement, target)?.focus();
  },
  true,
);

// Arrow keys pass radios by clicks that count no press of a button; they choose for a look, and Enter or Space closes.
document.addEventListener("click", ({ target, detail }) => {
  const menu = closest(target, "input[type='radio']", HTMLInputElement) && closest(target, MENU, HTMLDetailsElement);
  if (menu && detail) close(menu, false);
});

// Before all other listeners: while a menu is open, these keys are its own.
window.addEventListener(
  "keydown",
  (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const menu = closest(target, MENU, HTMLDetailsElement);
    const radio = closest(target, "input[type='radio']", HTMLInputElement);
    if (!menu) return;
    if (radio && key.startsWith("Arrow")) event.stopPropagation();
    if (key !== "Escape" && !(radio && (key === "Enter" || key === " "))) return;
    event.preventDefault(); // Enter would submit the form
    event.stopPropagation();
    if (key === " " && radio && !radio.checked) radio.click();
    close(menu, true);
  },
  true,
);
