// The page of a playlist: keeps it in this browser, moves items by dragging, and lets the browser handle downloads.
import { valueOf } from "../page/address.js";
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { form, input } from "../page/form.js";
import "../page/clipboard.js";
import "../page/requests.js";
import { EARLIER, keep, kept } from "./storage.js";

// The browser handles a button with its own address: the answer is a file.
document.addEventListener(
  "submit",
  (event) => {
    if (event.submitter?.hasAttribute("formaction")) event.stopPropagation();
  },
  true,
);

/**
 * Send the form as if a button with this action had been pressed.
 * @param {string} action
 */
function act(action) {
  const button = document.createElement("button");
  Object.assign(button, { name: "do", value: action, hidden: true });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

// ---- The playlist that this browser keeps ----------------------------------------------------------------------

const shown = () => input("was").value;
const offer = need(".kept", HTMLElement);

/** The kept playlist that the page does not show; empty if there is none. */
const other = () => [kept(), kept(EARLIER)].find((code) => code && code !== shown()) ?? "";

function open() {
  input("kept").value = other();
  act("open");
}

if (!shown() && kept() && valueOf(location.href, "items") === null) open();
offer.hidden = !other();
find("button", HTMLElement, offer)?.addEventListener("click", open);

// ---- After an answer -------------------------------------------------------------------------------------------

const places = () => findAll(".item", HTMLElement, form).length;
let before = { code: shown(), places: places() };
let isChange = false; // and not a step through the browser's history

document.addEventListener("htmx:configRequest", (event) => {
  isChange = /** @type {CustomEvent<import("../page/htmx.js").Request>} */ (event).detail.verb !== "get";
});
hear("patched", ({ refused }) => {
  if (refused.length) return;
  if (isChange) {
    if (kept() !== before.code && kept() !== shown()) keep(kept(), EARLIER); // somebody else's was changed
    keep(shown());
  }
  offer.hidden = !other();
  const done = find(".undo span, .empty .done", HTMLElement)?.textContent;
  if (places() !== before.places) say(done || `${places()} items`);
  before = { code: shown(), places: places() };
});

// The focus follows an item that a button moves.
form.addEventListener("click", (event) => {
  const [verb, from, to] = closest(event.target, "button", HTMLButtonElement)?.value.split(" ") ?? [];
  if (verb !== "move") return;
  const [at, by] = [Number(to), Number(to) - Number(from)];
  const buttons = [by, -by].map((way) => find(`button[value="move ${at} ${at + way}"]`, HTMLButtonElement, form));
  buttons.find((button) => button && !button.disabled)?.focus();
  say(`Moved to place ${at} of ${places()}`);
});

// ---- Dragging: by the grip, with any pointer -------------------------------------------------------------------

/** @type {HTMLElement | null} */
let dragged = null;

/** The item below this height, or the last one.  @param {number} y */
function itemAt(y) {
  const items = findAll(".item", HTMLElement, form);
  return items.find((item) => y < item.getBoundingClientRect().bottom) ?? items.at(-1);
}

function clear() {
  for (const item of findAll(".drop, .dragged", HTMLElement, form)) item.classList.remove("drop", "dragged");
}

form.addEventListener("pointerdown", (event) => {
  const grip = closest(event.target, ".grip", HTMLElement);
  dragged = grip && closest(grip, ".item", HTMLElement);
  if (!grip || !dragged) return;
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  dragged.classList.add("dragged");
});
form.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const target = itemAt(event.clientY);
  for (const item of findAll(".item", HTMLElement, form))
    item.classList.toggle("drop", item === target && item !== dragged);
});
form.addEventListener("pointerup", (event) => {
  if (!dragged) return;
  const [from, to] = [dragged.dataset.place, itemAt(event.clientY)?.dataset.place];
  dragged = null;
  clear();
  if (to && from !== to) act(`move ${from} ${to}`);
});
form.addEventListener("pointercancel", () => {
  dragged = null;
  clear();
});

// Alt and an arrow key move the item with the focus, as they move documents in the lab.
form.addEventListener("keydown", (event) => {
  const item = closest(event.target, ".item", HTMLElement);
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!item || !by || !event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const from = Number(item.dataset.place);
  if (from + by < 1 || from + by > places()) return;
  const name = event.target instanceof HTMLElement ? (event.target.getAttribute("name") ?? "") : "";
  const moved = name.replace(/\d+$/, String(from + by));
  act(`move ${from} ${from + by}`);
  say(`Moved to place ${from + by} of ${places()}`);
  find(`[name="${CSS.escape(moved)}"]`, HTMLElement, form)?.focus();
});
