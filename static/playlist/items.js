// The items of a playlist, and the place in it that the address has, as #playlist=...&item=3.
import { persist } from "../page/leaving.js";
import { stored } from "../page/session.js";

/**
 * An item; `question` is a prepared question in one line, which may be empty.
 * @typedef {{ address: string, title: string, note: string, minutes: number, steps: boolean, question: string }} Item
 */
/** @typedef {{ items: Item[], address: string }} Items */

const KEPT = "ireval.items"; // so that an item on a page of its own needs no network for them

/** The code of the playlist in the address, and the place in it, from 0.  @returns {[string, number]} */
export function fromAddress() {
  const found = /^#playlist=([\w-]+)&item=(\d+)$/.exec(location.hash);
  return found ? [found[1], Number(found[2]) - 1] : ["", 0];
}

/** The part of the address that has a place, from 0.  @param {string} code  @param {number} at */
export const place = (code, at) => `#playlist=${code}&item=${at + 1}`;

/**
 * What is kept at hand while an item is shown: the next items, the one before, and the item itself.
 * @param {Item[]} items  @param {number} at
 */
export const beside = (items, at) => [1, -1, 0, 2, 3].flatMap((by) => items[at + by]?.address ?? []);

/**
 * What a presenter view of an item says that it shows; null if there is no such item.
 * @param {Item[]} items  @param {number} at
 */
export function shownItem(items, at) {
  const item = items[at];
  if (!item) return null;
  const { title, minutes, note, question } = item;
  const following = items[at + 1]?.title ?? "";
  return { title, item: at + 1, of: items.length, minutes, notes: note, following, question };
}

/** @param {string} to  @param {string} code */
async function ask(to, code) {
  const answer = await fetch(to, { method: "POST", body: new URLSearchParams({ items: code }) });
  if (answer.status >= 500) throw new Error(answer.statusText);
  return answer.json();
}

/**
 * The items of a code, as soon as they are there; null if another page was opened meanwhile. Throws an error that says
 * what is wrong with the code.
 * @param {string} to  @param {string} code
 * @returns {Promise<Items | null>}
 */
export async function load(to, code) {
  const kept = JSON.parse(stored((storage) => storage.getItem(KEPT)) ?? "null");
  if (kept?.code === code) return kept.found;
  const found = await persist(() => ask(to, code));
  if (found?.error) throw new Error(`${found.error.message} ${found.error.suggestion ?? ""}`);
  if (found) stored((storage) => storage.setItem(KEPT, JSON.stringify({ code, found })));
  return found;
}
