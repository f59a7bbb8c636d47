// Leads a presenter view to other pages, but only to those that are surely there: a page and its files are fetched
// before it is needed, and once more, from the browser's cache if that has it, at the moment when it is opened. Without
// an answer the page on the screen stays, says so, and waits.
import { fragmentOf, withoutFragment } from "./address.js";
import { closest, find, findAll } from "./elements.js";
import { pause, timeout, whenBack } from "./patience.js";
import { stored } from "./session.js";

/** @typedef {{ address: string, text: string }} Page  the address has what a redirect has added */

const FRESH = 4 * 60_000; // ms until pages are fetched again; the server lets a browser keep them for ten minutes
const SLOW = 1000; // ms until a page that does not come is mentioned
const FILES = 'link[rel="stylesheet"][href], script[src], img[src]';

/** @type {Map<string, Page>} */
const pages = new Map();
/** @type {Set<string>} */
const files = new Set();
/** @type {string[]} */
let near = []; // the addresses of pages that may be opened next

// A step of a lesson gets a key by a redirect, which no cache keeps. With its key it is the same page again.
const REDIRECTS = "ireval.redirects";
const redirects = () => JSON.parse(stored((storage) => storage.getItem(REDIRECTS)) ?? "{}");
/** @param {string} address  @returns {string | undefined} */
const final = (address) => redirects()[address];
/** @param {string} address  @param {string} to */
const keepFinal = (address, to) =>
  stored((storage) => storage.setItem(REDIRECTS, JSON.stringify({ ...redirects(), [address]: to })));

/** An answer of the server that trying again does not change. */
class Refusal extends Error {}

/** @param {string} address  @param {number} failures  @param {RequestCache} cache */
async function answerOf(address, failures, cache = "default") {
  const answer = await fetch(address, { cache, signal: AbortSignal.timeout(timeout(failures)) });
  if (answer.ok) return answer;
  throw new (answer.status < 500 && answer.status !== 429 ? Refusal : Error)(String(answer.status));
}

/**
 * The page at an address, with all its files in the browser's cache. Throws an error if something is missing.
 * @param {string} address
 * @param {number} [failures]  how many requests have failed in a row
 * @param {RequestCache} [cache]
 */
async function load(address, failures = 0, cache) {
  const wanted = withoutFragment(address);
  const { url } = await answerOf(pages.get(wanted)?.address ?? final(wanted) ?? wanted, failures, cache);
  const answer = await answerOf(url, failures); // the first answer may have set a cookie, on which the page depends
  const page = { address: url, text: await answer.text() };
  keepFinal(wanted, url);
  const parsed = new DOMParser().parseFromString(page.text, "text/html");
  const missing = findAll(FILES, HTMLElement, parsed)
    .map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "")
    .filter((file) => file.startsWith("/") && !files.has(file));
  await Promise.all(
    missing.map(async (file) => {
      await (await answerOf(file, failures)).arrayBuffer();
      files.add(file);
    }),
  );
  pages.set(wanted, page);
  return page;
}

/** @param {RequestCache} [cache] */
async function loadNear(cache) {
  const addresses = near;
  for (const address of addresses) {
    if (addresses !== near) return; // others are
    if (!cache && pages.has(withoutFragment(address))) continue;
    await load(address, 0, cache).catch(() => {}); // it is wanted again later
  }
}

/**
 * Fetch the pages that may be opened next, the most likely one first, and keep them fresh.
 * @param {string[]} addresses
 */
export function expect(addresses) {
  near = addresses;
  loadNear();
}
setInterval(() => loadNear("reload"), FRESH);

// ---- Waiting -----------------------------------------------------------------------------------------------------

/** @type {object | null} */
let wanted = null; // the latest wish
let wake = () => {};
whenBack(() => {
  wake();
  loadNear();
});

/** Say it in the bar, which appears for it where nothing else needs it.  @param {string} text */
function say(text) {
  const bar = find(".presenting", HTMLElement);
  if (!bar) return;
  bar.ariaBusy = String(isWaiting());
  if (text && bar.hidden) bar.dataset.alone = "";
  if (text || "alone" in bar.dataset) bar.hidden = !text;
  const [shown, said] = [".wait", "#presenting-said"].map((part) => find(part, HTMLElement, bar));
  if (shown) shown.textContent = text;
  if (said && text && said.textContent !== text) said.textContent = text; // once, however often it fails
}

/** Whether something is wanted that has not come. */
export const isWaiting = () => wanted !== null;

/** Stay on the page that is shown. */
export function stay() {
  wanted = null;
  wake();
  say("");
}

/**
 * Do something as soon as it succeeds. Returns null if something else was wanted meanwhile.
 * @template T
 * @param {(failures: number) => Promise<T>} act
 * @returns {Promise<T | null>}
 */
export async function persist(act) {
  const mine = (wanted = {});
  say("");
  const slow = setTimeout(() => {
    if (wanted === mine) say("No answer yet. Waiting …");
  }, SLOW);
  try {
    for (let failures = 0; ;) {
      try {
        const found = await act(failures);
        return wanted === mine ? found : null;
      } catch (error) {
        if (wanted !== mine) return null;
        if (error instanceof Refusal) {
          stay();
          say(`The server refuses this page (${error.message}).`);
          return null;
        }
        failures += 1;
        clearTimeout(slow);
        say(error instanceof TypeError ? "No network. Waiting …" : "The server does not answer. Waiting …");
      }
      await new Promise((resolve) => {
        wake = () => resolve(null);
        setTimeout(wake, pause(failures));
      });
      if (wanted !== mine) return null;
    }
  } finally {
    clearTimeout(slow);
    if (wanted === mine) stay();
  }
}

/** @param {string} address  @param {number} failures */
async function loadForm(address, failures) {
  const page = await load(address, failures);
  if (page.text.includes("data-address=")) return page;
  pages.delete(withoutFragment(address)); // it came from a proxy or a log-in page, not from the server
  throw new Error("no form");
}

/**
 * The text of a page with a form, at once if it was expected. Returns null if something else was wanted meanwhile.
 * @param {string} address
 */
export async function textOf(address) {
  const found = pages.get(withoutFragment(address)) ?? (await persist((failures) => loadForm(address, failures)));
  return found?.text ?? null;
}

/**
 * Open a page in this window as soon as it is there.
 * @param {string} address
 */
export async function openPage(address) {
  const found = await persist((failures) => load(address, failures));
  if (found) location.href = found.address + fragmentOf(address);
}

// Links of a presenter view lead only to what is there, too.
window.addEventListener("click", (event) => {
  const link = closest(event.target, "a[href]", HTMLAnchorElement);
  if (!link || !find("body.projector, body.presents", HTMLElement) || event.defaultPrevented) return;
  const isOther = event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download;
  const isPart = withoutFragment(link.href) === withoutFragment(location.href);
  if (isOther || isPart || link.origin !== location.origin) return;
  event.preventDefault();
  openPage(link.href);
});
