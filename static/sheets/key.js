// Remembers a key for practice in the browser, and offers it when the student comes back through the sheet's link. The key of
// a roster is its student's own: the next person at this computer does not get it.
import { find, need } from "../page/elements.js";

/** @template T @param {(storage: Storage) => T} use */
const stored = (use) => { try { return use(localStorage); } catch { return null; } };

const { door = "", key } = need("[data-door]", HTMLElement).dataset;
const name = `ireval ${door}`;

/** @param {string} known  @param {HTMLElement} again */
function offer(known, again) {
  const link = need("a", HTMLAnchorElement, again);
  link.href = `${door}/${encodeURIComponent(known)}`;
  need("b", HTMLElement, link).textContent = known;
  again.hidden = false;
  const begin = need("#begin", HTMLElement);
  begin.textContent = "Start again with a new key";
  begin.className = "";
}

if (key) stored((storage) => storage.setItem(name, key));
else {
  const [known, again] = [stored((storage) => storage.getItem(name)), find("#again", HTMLElement)];
  if (known && again) offer(known, again);
}
