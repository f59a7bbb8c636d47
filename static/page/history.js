// The page's own entries in the browser's history, so that undo and redo never leave the page. Each entry knows its
// place among them, and how many entries back the earlier state is: 0 at the page's first entry, where nothing can be
// undone.
import { local } from "./address.js";
import { hear } from "./bus.js";

/** @typedef {{ at: number, back: number }} Entry */

/** @returns {Entry | null} */
const here = () => (typeof history.state?.back === "number" ? history.state : null);

/** @param {Entry} entry */
const remember = (entry) => history.replaceState(entry, "");

if (!here()) remember({ at: 0, back: 0 });
/** @type {Entry} */
let entry = here() ?? { at: 0, back: 0 };
let last = entry.at; // the place of the latest entry; after a reload the page does not know of later ones

// A new address makes the browser work, so that of a change is written once its numbers are painted: nobody can have
// seen the change before, and want to go back.
/** @type {string | null} */
let waiting = null;

function write() {
  if (waiting === null) return;
  history.pushState(entry, "", waiting);
  waiting = null;
}

hear("painted", write);

/** Path and query of the address that the page has, or gets as soon as the change is painted. */
export const current = () => local(waiting ?? location.href);

/** Add an entry with this address once the change is painted.  @param {string} address */
export function pushLater(address) {
  write();
  entry = { at: entry.at + 1, back: 1 };
  last = entry.at;
  waiting = address;
}

/** Add an entry with this address.  @param {string} address */
export function push(address) {
  pushLater(address);
  write();
}

/** Add an entry that is no change: undo passes over it.  @param {string} address */
export function visit(address) {
  write();
  history.pushState(null, "", address);
}

/** Change the address of the entry.  @param {string} address */
export function replace(address) {
  write();
  history.replaceState(history.state, "", address);
}

window.addEventListener("popstate", () => {
  const known = here();
  if (known)
    waiting = null; // the reader has left the entry before it was written
  else {
    // a link to a part of the page, which has the same state as the entry before it
    write();
    last = entry.at + 1;
    remember({ at: last, back: entry.back && entry.back + 1 });
  }
  entry = here() ?? entry;
});

export const canUndo = () => entry.back > 0;
export const canRedo = () => entry.at < last;

/** Go to the state before the last change. */
export function goBack() {
  write();
  history.go(-entry.back);
}

/** Go to the state that was undone. */
export const goForward = () => history.go(1);
