// The figure of the open measure. The server draws it; the style sheet moves its shapes. Here its cards are labelled,
// dragged and moved by keys, through the controls of the same documents in the table.
import { hear } from "../../page/bus.js";
import { closest, find, findAll } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { documentRows, labels, rankOf, rowAt } from "../../lab/order/documents.js";
import { move } from "../../lab/order/order.js";
import { pending } from "../../lab/order/pending.js";

const FAR = 5; // pixels from which on a press is a drag
const SPELLINGS = new Map([
  ["n", "0"],
  ["r", "1"],
  ["-", "u"],
]);

const figure = () => find("#figure", HTMLElement, form);
/** The cards of the list, in both drawings.  @returns {SVGGElement[]} */
const cards = () => findAll(".card > .card[data-of]", SVGGElement, figure() ?? document.createElement("i"));
/** @param {Element} card */
const rankOfCard = (card) => Number(card.getAttribute("data-of"));
/** The card at a rank in the drawing that is shown.  @param {number} rank */
const cardAt = (rank) =>
  cards().find((card) => rankOfCard(card) === rank && card.checkVisibility({ visibilityProperty: true }));

// ---- Labels --------------------------------------------------------------------------------------------------------

/** @param {number} rank */
function toggle(rank) {
  const row = rowAt(rank);
  const grades = row ? labels(row).filter((label) => label.value !== "u") : [];
  const at = grades.findIndex((label) => label.checked);
  grades[(at + 1) % grades.length]?.click();
}

/** @param {number} rank  @param {string} key */
function setLabel(rank, key) {
  const row = rowAt(rank);
  const wanted = SPELLINGS.get(key) ?? key;
  const found = row && labels(row).find((each) => each.value === wanted);
  found?.click();
  return Boolean(found);
}

// ---- Keys ----------------------------------------------------------------------------------------------------------

let arriving = 0; // the rank whose card gets the focus once the figure shows the move

/** @param {number} rank */
const focusAt = (rank) => cardAt(rank)?.focus({ preventScroll: true });

/** Focus the next card that has a row of its own.  @param {number} rank  @param {number} by */
function focusBeside(rank, by) {
  let to = rank + by;
  while (to > 0 && to <= documentRows().length && !cardAt(to)) to += by;
  focusAt(to);
}

form.addEventListener("keydown", (event) => {
  const card = closest(event.target, "#figure .card[data-of]", SVGGElement);
  if (!card || event.ctrlKey || event.metaKey || event.isComposing) return;
  const rank = rankOfCard(card);
  const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  if (by && event.altKey) carry(rank, rank + by);
  else if (by) focusBeside(rank, by);
  else if (event.altKey) return;
  else if (event.key === " " || event.key === "Enter") toggle(rank);
  else if (!setLabel(rank, event.key.toLowerCase())) return;
  event.preventDefault();
  event.stopPropagation();
});

/** Move a document, with the focus.  @param {number} from  @param {number} to */
function carry(from, to) {
  const row = rowAt(from);
  const arrived = (/** @type {HTMLTableRowElement} */ there) => {
    arriving = rankOf(there);
  };
  if (row && !pending()) move(row, to, { arrived });
}

// ---- Dragging ------------------------------------------------------------------------------------------------------

/**
 * @typedef {object} Drag
 * @property {string} id  of the card
 * @property {number} pointer
 * @property {DOMPoint} start
 * @property {DOMPoint} grip  where the pointer holds the card
 * @property {DOMPoint | null} at  of the card; null until the press becomes a drag
 * @property {number} from  the rank at first
 * @property {number} rank  of the document in the table now
 * @property {number} wanted  the rank where the card would be dropped now
 */
/** @type {Drag | null} */
let drag = null;

/** @param {Element} card  @param {{ clientX: number, clientY: number }} event */
function inDrawing(card, event) {
  const svg = /** @type {SVGSVGElement} */ (card.closest("svg"));
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
}

/** Where the server has put a card.  @param {Element} card */
function placeOf(card) {
  const [x = 0, y = 0] = (card.getAttribute("transform") ?? "").match(/[-\d.]+/g)?.map(Number) ?? [];
  return new DOMPoint(x, y);
}

form.addEventListener("pointerdown", (event) => {
  const card = closest(event.target, "#figure .card > .card[data-of]", SVGGElement);
  if (!card || event.button || !event.isPrimary) return;
  const start = inDrawing(card, event);
  const place = placeOf(card);
  const grip = new DOMPoint(start.x - place.x, start.y - place.y);
  const rank = rankOfCard(card);
  drag = { id: card.id, pointer: event.pointerId, start, grip, at: null, from: rank, rank, wanted: rank };
});

// A style of touches does not reach the shapes in a drawing everywhere: without this a phone scrolls instead.
form.addEventListener(
  "touchstart",
  (event) => {
    if (closest(event.target, "#figure .card > .card[data-of]", SVGGElement)) event.preventDefault();
  },
  { passive: false },
);

form.addEventListener("pointermove", (event) => {
  const card = drag && document.getElementById(drag.id);
  if (!drag || !card || event.pointerId !== drag.pointer) return;
  if (!event.buttons) return drop(true);
  const here = inDrawing(card, event);
  if (!drag.at && Math.hypot(here.x - drag.start.x, here.y - drag.start.y) < FAR) return;
  if (!drag.at) {
    figure()?.setPointerCapture(event.pointerId);
    keepHead(true);
  }
  drag.at = new DOMPoint(here.x - drag.grip.x, here.y - drag.grip.y);
  drag.wanted = nearest(card, drag.at.y);
  hold();
  follow(drag);
});

/** The rank whose place is closest to a height.  @param {Element} card  @param {number} y */
function nearest(card, y) {
  const places = cards().filter((each) => each.ownerSVGElement === /** @type {SVGElement} */ (card).ownerSVGElement);
  const far = places.map((each) => Math.abs(placeOf(each).y - y));
  return rankOfCard(places[far.indexOf(Math.min(...far))]);
}

/** Keep what stands above the figure as high as it is, so that cards stay under the pointer.  @param {boolean} on */
function keepHead(on) {
  const { classList, style } = document.documentElement;
  const height = find(".work > .open", HTMLElement, form)?.offsetHeight ?? 0;
  if (on) style.setProperty("--head-size", `${height}px`);
  classList.toggle("drags", on);
}

/** Show the held card under the pointer; what the server has put there comes back with its next answer. */
function hold() {
  const card = drag?.at && document.getElementById(drag.id);
  if (!card || !drag?.at) return;
  card.classList.add("held");
  card.style.setProperty("transform", `translate(${drag.at.x}px, ${drag.at.y}px)`);
}

/** Move the document to where its card is held. One request at a time is under way.  @param {Drag} mine */
function follow(mine) {
  const row = rowAt(mine.rank);
  if (!row || pending() || mine.rank === mine.wanted) return;
  const arrived = (/** @type {HTMLTableRowElement} */ there) => {
    mine.rank = rankOf(there);
    follow(mine);
  };
  move(row, mine.wanted, { arrived });
}

/** @param {boolean} stays  whether the card stays where it is now */
function drop(stays) {
  const held = drag;
  const card = held && document.getElementById(held.id);
  if (!held || !card) return;
  if (!held.at && stays) toggle(rankOfCard(card));
  keepHead(false);
  card.classList.remove("held");
  card.style.removeProperty("transform");
  if (held.at && !stays) held.wanted = held.from;
  drag = null;
  if (held.at) follow(held);
}
form.addEventListener("pointerup", () => drop(true));
form.addEventListener("pointercancel", () => drop(false));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !drag?.at) return;
  event.preventDefault();
  drop(false);
});

// ---- After an answer -----------------------------------------------------------------------------------------------

function dress() {
  hold();
  if (arriving && cardAt(arriving)) focusAt(arriving);
  else if (arriving) focusBeside(arriving, -1);
  arriving = 0;
}
dress();
hear("painted", dress);
