// The playlist that this browser keeps while it is built, as a code. Without storage there is none.

const KEPT = "ireval.playlist";

/** @template T @param {(storage: Storage) => T} use */
const stored = (use) => { try { return use(localStorage); } catch { return null; } };

/** The code of the kept playlist; empty if there is none. */
export const kept = () => stored((storage) => storage.getItem(KEPT)) ?? "";

/** Whether the playlist is kept now.  @param {string} code */
export const keep = (code) => stored((storage) => {
  if (code) storage.setItem(KEPT, code);
  else storage.removeItem(KEPT);
  return true;
}) === true;
