// The page's own entries in the browser's history, so that undo and redo never leave the page. Each entry knows its place
// among them, and how many entries back the earlier state is: 0 at the page's first entry, where nothing can be undone.

/** @typedef {{ at: number, back: number }} Entry */

/** @returns {Entry | null} */
const here = () => (typeof history.state?.back === "number" ? history.state : null);

/** @param {Entry} entry */
const remember = (entry) => history.replaceState(entry, "");

if (!here()) remember({ at: 0, back: 0 });
/** @type {Entry} */
let entry = here() ?? { at: 0, back: 0 };
let last = entry.at; // the place of the latest entry; after a reload the page does not know of later ones

/** Add an entry with this address.  @param {string} address */
export function push(address) {
  entry = { at: entry.at + 1, back: 1 };
  last = entry.at;
  history.pushState(entry, "", address);
}

window.addEventListener("popstate", () => {
  const known = here();
  if (!known) { // a link to a part of the page, which has the same state as the entry before it
    last = entry.at + 1;
    remember({ at: last, back: entry.back && entry.back + 1 });
  }
  entry = here() ?? entry;
});

export const canUndo = () => entry.back > 0;
export const canRedo = () => entry.at < last;

/** Go to the state before the last change. */
export const goBack = () => history.go(-entry.back);

/** Go to the state that was undone. */
export const goForward = () => history.go(1);
