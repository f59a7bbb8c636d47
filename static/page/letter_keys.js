// Single keys of a page. They can be switched off, because speech input may send letters; the choice is one for all
// pages, and kept in the browser.
const OFF = "ireval.keys";
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"]), select, textarea';
const HELP = "?"; // works always
const COVERING = ["b", "."]; // work while the classroom covers the view, too

/** @type {HTMLInputElement[]} */
const boxes = []; // a page may have two lists of keys

/** Without storage the choice is valid for this page only. @template T @param {(storage: Storage) => T} use */
const stored = (use) => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};

/**
 * Do what belongs to a key when it is pressed outside of a field, unless the box is not checked.
 * @param {Record<string, () => void>} actions  by key, letters in lower case
 * @param {HTMLInputElement} box
 * @param {(event: KeyboardEvent) => boolean} [isElsewhere]  whether the key is meant for something else
 */
export function followLetters(actions, box, isElsewhere = () => false) {
  box.checked = stored((storage) => storage.getItem(OFF)) !== "off";
  boxes.push(box);
  box.addEventListener("change", () => {
    for (const each of boxes) each.checked = box.checked;
    stored((storage) => storage.setItem(OFF, box.checked ? "on" : "off"));
  });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (!(target instanceof Element) || isElsewhere(event) || (!box.checked && key !== HELP)) return;
    if (target.matches(TYPED) && !(target.matches(".guess") && key === "h")) return;
    if (document.documentElement.classList.contains("covered") && !COVERING.includes(key.toLowerCase())) return;
    const action = actions[key.length === 1 ? key.toLowerCase() : ""];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
