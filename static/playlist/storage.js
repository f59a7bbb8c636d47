// The playlist that this browser keeps while it is built, as a code, and the one that it kept before another was
// changed. Without storage there is none.

const OWN = "ireval.playlist";
export const EARLIER = "ireval.playlist.earlier";

/** @template T @param {(storage: Storage) => T} use */
const stored = (use) => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};

/** The code of the kept playlist; empty if there is none. */
export const kept = (name = OWN) => stored((storage) => storage.getItem(name)) ?? "";

/** Keep a playlist. The result is whether the browser allows it.  @param {string} code */
export const keep = (code, name = OWN) =>
  stored((storage) => {
    if (code) storage.setItem(name, code);
    else storage.removeItem(name);
    return true;
  }) === true;
