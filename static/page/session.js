// What this window's pages keep for each other until it is closed. Without storage there is nothing.

/** @template T @param {(storage: Storage) => T} use */
export function stored(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
