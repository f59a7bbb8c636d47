// The presenter view of a lesson's step. A remote shows the rows of a table that is stepped through, then what is
// folded, one after the other, and what is below the window; then it leads to the next step. Back goes the same way.
// The steps beside this one are fetched before they are needed.
import { hear } from "../page/bus.js";
import { find, findAll, make, need } from "../page/elements.js";
import { expect, isWaiting, openPage, stay } from "../page/leaving.js";
import { followLetters } from "../page/letter_keys.js";
import { describeView } from "../page/presented.js";
import { blacken, followRemote } from "../page/remote.js";
import { scrollOn, scrollToEdge } from "../page/scrolling.js";
import { beside, fromAddress, load, place as placeOf, shownItem } from "../playlist/items.js";

const bar = need("#presenting-step", HTMLElement);
const lab = find('form[hx-ext="patch"]', HTMLFormElement);
const UNFOLDED = "#unfolded"; // a step that is reached by going back is shown as it was left
const SLACK = 8; // pixels

/** @param {string} text */
function say(text) {
  need("#presenting-said", HTMLElement).textContent = text;
}

const folds = () => findAll("main .unfold", HTMLDetailsElement);
/** @param {Element} fold */
const isInSight = (fold) =>
  fold.getBoundingClientRect().top < innerHeight - SLACK && fold.getBoundingClientRect().bottom > 0;

/** @param {HTMLDetailsElement} fold */
function unfold(fold) {
  fold.open = true;
  fold.scrollIntoView({ block: fold.offsetHeight > innerHeight ? "start" : "nearest" });
  say(`${find("summary", HTMLElement, fold)?.textContent ?? ""}: unfolded`);
}

const [code, place] = fromAddress();
let whole = "lesson"; // what is presented
let isLoading = code !== "";
let left = ""; // the way in which this step is being left

/** @param {"next" | "prev"} way  @param {string} edge */
function leave(way, edge) {
  const link = find(`a[rel="${way}"]`, HTMLAnchorElement, bar);
  if (isLoading) return; // nobody knows yet where it leads
  left = way;
  if (link) openPage(code ? link.href : link.href + edge);
  else say(`This is the ${way === "next" ? "end" : "beginning"} of the ${whole}.`);
}

function forward() {
  const closed = folds().find((fold) => !fold.open);
  if (closed && isInSight(closed)) unfold(closed);
  else if (!scrollOn(1)) leave("next", "");
}

function back() {
  const last = folds().findLast((fold) => fold.open);
  if (last && isInSight(last)) last.open = false;
  else if (!scrollOn(-1)) leave("prev", UNFOLDED);
}

/** @param {number} by */
function step(by) {
  if (!isWaiting()) return by > 0 ? forward() : back();
  if (left !== (by > 0 ? "next" : "prev")) stay(); // the other way: this step after all
}

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
  if (request.taken || !lab || !request.remote || (!isWaiting() && isOfRows(lab, request.by))) return;
  request.taken = true;
  step(request.by);
});
if (!lab) followRemote(step); // the lab's own script follows the remote, and asks

if (location.hash === UNFOLDED) {
  for (const fold of folds()) fold.open = true;
  scrollToEdge("end");
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

/** @param {import("../playlist/items.js").Items | null} found */
function showItem(found) {
  if (!found) return;
  const { items, address } = found;
  const to = /** @param {number} at */ (at) => (items[at] ? items[at].address + placeOf(code, at) : "");
  whole = "playlist";
  isLoading = false;
  lead("prev", "‹", "Back", to(place - 1));
  lead("next", "›", "Forward", to(place + 1));
  need(".called", HTMLElement, bar).textContent = `Item ${place + 1} of ${items.length}: ${items[place]?.title ?? ""}`;
  need(".ending", HTMLAnchorElement, bar).href = address;
  expect(beside(items, place));
  describeView(() => shownItem(items, place));
}

// The lab writes addresses without the place in the playlist.
hear("painted", () => {
  if (code && !location.hash) history.replaceState(history.state, "", placeOf(code, place));
});

const steps = findAll("#presenting-steps a", HTMLAnchorElement);
const here = steps.findIndex((one) => one.matches("[aria-current]"));
/** @param {number} at */
const titleOf = (at) => steps[at]?.textContent ?? "";
const shownStep = () => ({ title: titleOf(here), item: here + 1, of: steps.length, following: titleOf(here + 1) });

if (code) {
  load(bar.dataset.items ?? "", code)
    .then(showItem)
    .catch((error) => {
      need(".called", HTMLElement, bar).textContent = error.message;
      describeView(shownStep);
    });
} else {
  expect([1, -1, 0, 2, 3].flatMap((by) => steps[here + by]?.href ?? []));
  describeView(shownStep);
}

// ---- Single keys ---------------------------------------------------------------------------------------------------

const keys = need("#presenting-keys", HTMLElement);
/** @type {Record<string, () => void>} */
const ACTIONS = lab ? {} : { b: blacken, ".": blacken, "?": () => keys.togglePopover() };
followLetters(ACTIONS, need('input[type="checkbox"]', HTMLInputElement, keys));
