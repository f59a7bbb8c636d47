// Texts that were typed and perhaps not stored when the page was left, as by a reload: the same tab puts them back, unless the
// answer was changed elsewhere meanwhile.
import { control, form, note, sendSoon, stored, unsaved } from "./answers.js";
import { put } from "./elsewhere.js";
import { findAll } from "../page/elements.js";

const KEPT = "ireval:unsent";

/**
 * Private windows and settings may refuse to keep anything.
 * @template T
 * @param {(storage: Storage) => T} use
 */
const tab = (use) => { try { return use(sessionStorage); } catch { return null; } };

/**
 * The text of a field as the server sent it.
 * @param {string} name
 */
function sent(name) {
  const buttons = findAll(`[type=radio][name="${CSS.escape(name)}"]`, HTMLInputElement, form);
  if (buttons.length) return buttons.find((button) => button.defaultChecked)?.value ?? "";
  const found = /** @type {HTMLElement | null} */ (control(name));
  if (found instanceof HTMLSelectElement) return [...found.options].find((option) => option.defaultSelected)?.value ?? "";
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

/** Put back the texts of which nothing is stored, and send them. */
function putBack() {
  const kept = tab((storage) => JSON.parse(storage.getItem(KEPT) ?? "null"));
  tab((storage) => storage.removeItem(KEPT));
  if (kept?.page !== location.pathname) return;
  for (const [name, text, was] of kept.texts) {
    const found = sent(name);
    if (found === null || found !== was || found === text) continue;
    put(name, text);
    note(findAll(`[name="${CSS.escape(name)}"]`, HTMLElement, form)[0] ?? null);
  }
  if (unsaved.size) sendSoon();
}

document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
window.addEventListener("pagehide", keep);
putBack();
