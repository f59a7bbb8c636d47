// The items of a playlist, and the place in it that the address has, as #playlist=...&item=3.

/** @typedef {{ address: string, title: string, note: string, minutes: number, steps: boolean }} Item */

/** The code of the playlist in the address, and the place in it, from 0.  @returns {[string, number]} */
export function fromAddress() {
  const found = /^#playlist=([\w-]+)&item=(\d+)$/.exec(location.hash);
  return found ? [found[1], Number(found[2]) - 1] : ["", 0];
}

/** The part of the address that has a place, from 0.  @param {string} code  @param {number} at */
export const place = (code, at) => `#playlist=${code}&item=${at + 1}`;

/**
 * The items of a code. Throws an error that says what is wrong with it.
 * @param {string} to  @param {string} code
 * @returns {Promise<{ items: Item[], address: string }>}
 */
export async function load(to, code) {
  const answer = await fetch(to, { method: "POST", body: new URLSearchParams({ items: code }) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${found.error.message} ${found.error.suggestion ?? ""}`);
  return found;
}

/** Why no items were loaded.  @param {Error} error */
export const reason = (error) =>
  error instanceof TypeError ? "The playlist was not loaded. Reload the page." : error.message;
