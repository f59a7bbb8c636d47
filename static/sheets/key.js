// Remembers a key for practice in the browser, and offers it when the student comes back through the sheet's link. The
// key of a roster is its student's own: the next person at this computer does not get it.
import { find, need } from "../page/elements.js";

/** @template T @param {(storage: Storage) => T} use */
const stored = (use) => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};

const { door = "", key } = need("[data-door]", HTMLElement).dataset;
const name = `ireval ${door}`;

/** A key without what only makes it easier to read.  @param {string} text */
const plain = (text) => text.replace(/[\s-]/g, "").toUpperCase();

/** A long key in groups, as the server's pages show it.  @param {string} text */
const grouped = (text) => (text.length < 15 ? text : text.replace(/.{5}(?=.)/g, "$&-"));

/** @param {string} known  @param {HTMLElement} again */
function offer(known, again) {
  const link = need("a", HTMLAnchorElement, again);
  link.href = `${door}/${encodeURIComponent(known)}`;
  need("b", HTMLElement, link).textContent = grouped(known);
  again.hidden = false;
  const begin = need("#begin", HTMLElement);
  begin.textContent = "Start again with a new key";
  begin.className = "";
}

if (key) stored((storage) => storage.setItem(name, key));
else {
  const [known, again] = [stored((storage) => storage.getItem(name)), find("#again", HTMLElement)];
  const refused = find("#key[aria-invalid]", HTMLInputElement);
  if (known && refused && plain(refused.value) === known) stored((storage) => storage.removeItem(name));
  else if (known && again) offer(known, again);
}
