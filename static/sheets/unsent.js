// Texts that nothing has sent yet: those typed before the scripts of the page had come, and those that were perhaps not
// stored when the page was left, as by a reload. The same tab puts the latter back, unless the answer was changed
// elsewhere meanwhile.
import { control, current, form, note, sendSoon, stored, unsaved } from "./answers.js";
import { put } from "./elsewhere.js";
import { findAll } from "../page/elements.js";

const KEPT = "ireval:unsent";

/**
 * Private windows and settings may refuse to keep anything.
 * @template T
 * @param {(storage: Storage) => T} use
 */
const tab = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

/**
 * The text of a field as the server sent it.
 * @param {string} name
 */
function sent(name) {
  const buttons = findAll(`[type=radio][name="${CSS.escape(name)}"]`, HTMLInputElement, form);
  if (buttons.length) return buttons.find((button) => button.defaultChecked)?.value ?? "";
  const found = /** @type {HTMLElement | null} */ (control(name));
  if (found instanceof HTMLSelectElement) {
    return ([...found.options].find((option) => option.defaultSelected) ?? found.options[0])?.value ?? "";
  }
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found.defaultValue : null;
}

/** Keep the texts, each with the one that it replaces. */
function keep() {
  const texts = [...unsaved].map(([name, text]) => [name, text, stored.get(name) ?? sent(name)]);
  tab((storage) => {
    if (texts.length) storage.setItem(KEPT, JSON.stringify({ page: location.pathname, texts }));
    else storage.removeItem(KEPT);
  });
}

/** Note the texts that were typed before this script came. */
function noteEarlier() {
  for (const name of new Set(
    findAll("[name*='.']", HTMLElement, form).map((element) => element.getAttribute("name") ?? ""),
  )) {
    if (current(name) !== (sent(name) ?? ""))
      note(findAll(`[name="${CSS.escape(name)}"]`, HTMLElement, form)[0] ?? null);
  }
}

/** Put back the texts of which nothing is stored. */
function putBack() {
  const kept = tab((storage) => JSON.parse(storage.getItem(KEPT) ?? "null"));
  tab((storage) => storage.removeItem(KEPT));
  if (kept?.page !== location.pathname) return;
  for (const [name, text, was] of kept.texts) {
    const found = sent(name);
    if (found === null || found !== was || found === text || unsaved.has(name)) continue;
    put(name, text);
    note(findAll(`[name="${CSS.escape(name)}"]`, HTMLElement, form)[0] ?? null);
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) keep();
});
window.addEventListener("pagehide", keep);
noteEarlier();
putBack();
if (unsaved.size) sendSoon();
