// Adds a view of the lab or a step of a lesson to the playlist: the server appends it to the code, which this browser
// keeps.
import { keep, kept } from "./storage.js";

/**
 * Add a link. Throws an error that says why it was not added.
 * @param {string} to  @param {string} link
 * @returns {Promise<{ count: number, title: string }>}
 */
export async function addItem(to, link) {
  const answer = await fetch(to, { method: "POST", body: new URLSearchParams({ items: kept(), lab: link }) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${found.error.message} ${found.error.suggestion ?? ""}`);
  if (!keep(found.items)) throw new Error("Not added: this browser does not let pages store anything.");
  return found;
}

/** Why nothing was added.  @param {Error} error */
export const reason = (error) => (error instanceof TypeError ? "Not added: the server did not answer." : error.message);
