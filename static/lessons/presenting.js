// The presenter view of a lesson's step. A remote shows the rows of a table that is stepped through, then what is
// folded, one after the other, and what is below the window; then it leads to the next step. Back goes the same way.
import { hear } from "../page/bus.js";
import { find, findAll, make, need } from "../page/elements.js";
import { blacken, followRemote } from "../page/remote.js";
import { fromAddress, load, place as placeOf, reason } from "../playlist/items.js";

const bar = need("#presenting-step", HTMLElement);
const lab = find('form[hx-ext="patch"]', HTMLFormElement);
const UNFOLDED = "#unfolded"; // a step that is reached by going back is shown as it was left
const PAGE = 0.8; // of the window's height
const SLACK = 8; // pixels

/** @param {string} text */
function say(text) {
  need("#presenting-said", HTMLElement).textContent = text;
}

const folds = () => findAll("main .unfold", HTMLDetailsElement);
/** @param {Element} fold */
const isInSight = (fold) =>
  fold.getBoundingClientRect().top < innerHeight - SLACK && fold.getBoundingClientRect().bottom > 0;
const below = () => document.documentElement.scrollHeight - innerHeight - scrollY;

/** @param {HTMLDetailsElement} fold */
function unfold(fold) {
  fold.open = true;
  fold.scrollIntoView({ block: fold.offsetHeight > innerHeight ? "start" : "nearest" });
  say(`${find("summary", HTMLElement, fold)?.textContent ?? ""}: unfolded`);
}

const [code, place] = fromAddress();
let whole = "lesson"; // what is presented
let isLoading = code !== "";

/** @param {"next" | "prev"} way  @param {string} edge */
function leave(way, edge) {
  const link = find(`a[rel="${way}"]`, HTMLAnchorElement, bar);
  if (isLoading) return; // nobody knows yet where it leads
  if (link) location.href = code ? link.href : link.href + edge;
  else say(`This is the ${way === "next" ? "end" : "beginning"} of the ${whole}.`);
}

function forward() {
  const closed = folds().find((fold) => !fold.open);
  if (closed && isInSight(closed)) unfold(closed);
  else if (below() > SLACK) scrollBy(0, PAGE * innerHeight);
  else leave("next", "");
}

function back() {
  const last = folds().findLast((fold) => fold.open);
  if (last && isInSight(last)) last.open = false;
  else if (scrollY > SLACK) scrollBy(0, -PAGE * innerHeight);
  else leave("prev", UNFOLDED);
}

/** @param {number} by */
const step = (by) => (by > 0 ? forward() : back());

// ---- The rows of the lab come before what is folded below it ------------------------------------------------------

/** Whether a step is one of the rows of the lab.  @param {HTMLFormElement} form  @param {number} by */
function isOfRows(form, by) {
  if (!find(".work.stepping", HTMLElement, form)) return false;
  const others = folds().filter((fold) => fold.open === by < 0);
  const precedes = /** @param {Node} fold */ (fold) =>
    fold.compareDocumentPosition(form) === Node.DOCUMENT_POSITION_FOLLOWING;
  return by > 0
    ? Boolean(find("tr.ahead", Element, form)) && !others.some(precedes)
    : Boolean(find("tr.now", Element, form)) && others.every(precedes);
}

hear("stepping", (request) => {
  if (request.taken || !lab || !request.remote || isOfRows(lab, request.by)) return;
  request.taken = true;
  step(request.by);
});
if (!lab) followRemote(step); // the lab's own script follows the remote, and asks

if (location.hash === UNFOLDED) {
  for (const fold of folds()) fold.open = true;
  scrollTo(0, document.documentElement.scrollHeight);
}

// ---- A step that is an item of a playlist leads to the items beside it ----------------------------------------------

/** @param {"next" | "prev"} way  @param {string} sign  @param {string} name  @param {string} address */
function lead(way, sign, name, address) {
  find(`a[rel="${way}"]`, HTMLElement, bar)?.remove();
  if (!address) return;
  const link = make("a", { className: "leave", rel: way, href: address, textContent: sign, ariaLabel: name });
  if (way === "prev") bar.prepend(link);
  else need(".ending", HTMLElement, bar).before(link);
}

/** @param {{ items: import("../playlist/items.js").Item[], address: string }} found */
function present({ items, address }) {
  const to = /** @param {number} at */ (at) => (items[at] ? items[at].address + placeOf(code, at) : "");
  whole = "playlist";
  isLoading = false;
  lead("prev", "‹", "Back", to(place - 1));
  lead("next", "›", "Forward", to(place + 1));
  need(".called", HTMLElement, bar).textContent = `Item ${place + 1} of ${items.length}: ${items[place]?.title ?? ""}`;
  need(".ending", HTMLAnchorElement, bar).href = address;
}

// The lab writes addresses without the place in the playlist.
hear("painted", () => {
  if (code && !location.hash) history.replaceState(history.state, "", placeOf(code, place));
});

if (code) {
  load(bar.dataset.items ?? "", code)
    .then(present)
    .catch((error) => {
      need(".called", HTMLElement, bar).textContent = reason(error);
    });
}

// ---- Single keys ---------------------------------------------------------------------------------------------------

const OFF = "ireval.keys"; // as in the lab
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"]), select, textarea';
/** Without storage the choice is valid for this page only. @template T @param {(storage: Storage) => T} use */
const stored = (use) => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};
const box = need('#presenting-keys input[type="checkbox"]', HTMLInputElement);
box.checked = stored((storage) => storage.getItem(OFF)) !== "off";
box.addEventListener("change", () => stored((storage) => storage.setItem(OFF, box.checked ? "on" : "off")));

/** @type {Record<string, () => void>} */
const ACTIONS = {
  n: () => find("#presenting-notes", HTMLElement)?.togglePopover(),
  ...(lab ? {} : { b: blacken, ".": blacken }),
};
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || !box.checked)
    return;
  const action = ACTIONS[key.toLowerCase()];
  if (!action || !(target instanceof Element) || target.matches(TYPED)) return;
  event.preventDefault();
  action();
});
