// The text of a document beside the list, to judge by reading: it follows the focused row, and has the row's labels. The
// server sends the text when it is opened. Without this script, the name of a document leads to a page with its text.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { closest, find, make } from "../page/elements.js";
import { form } from "../page/form.js";
import { htmx } from "../page/htmx.js";
import { documentRows, labels, nameOf, rankOf, rowOf } from "./order/documents.js";

const TYPED = 'input:not([type="radio"], [type="checkbox"]), select, textarea';
const reader = find("#reader", HTMLElement) ?? make("section", { hidden: true }); // only topics of collections have one
/** @param {string} name */
const part = (name) => find(`#${name}`, HTMLElement, reader) ?? make("div", {});
/** @param {string} name */
const button = (name) => find(`#reader-${name}`, HTMLButtonElement, reader) ?? make("button", {});
const [text, where, buttons] = ["reading", "reader-where", "reader-labels"].map(part);
const [previous, next] = ["previous", "next"].map(button);
// htmx sends events to the element that asks and to the one that gets the answer; the form takes both for its own.
const holder = make("div", { hidden: true }, form.parentElement);
holder.setAttribute("hx-sync", "this:replace");
let shown = ""; // the name of the document

/** @param {HTMLTableRowElement} row */
const linkIn = (row) => find("a.read", HTMLAnchorElement, row);

const rowsWithText = () => documentRows().filter(linkIn);

const currentRow = () => documentRows().find((row) => nameOf(row) === shown) ?? null;

/** @param {number} by */
function neighbour(by) {
  const rows = rowsWithText();
  const at = rows.findIndex((row) => nameOf(row) === shown);
  return at < 0 ? null : rows[at + by] ?? null;
}

/** Show the document of a row.  @param {HTMLTableRowElement} row */
function show(row) {
  const link = linkIn(row);
  if (!link || !htmx) return;
  reader.hidden = false;
  form.classList.add("reading-along");
  if (nameOf(row) !== shown) load(nameOf(row), link);
  update();
}

/** @param {string} name  @param {HTMLAnchorElement} link */
async function load(name, link) {
  shown = name;
  text.replaceChildren();
  holder.replaceChildren();
  await htmx?.ajax("get", link.href, { source: holder, target: holder, swap: "innerHTML", event: undefined }).catch(() => {});
  if (shown !== name) return;
  if (!holder.children.length) make("p", { textContent: "The text could not be loaded. Open the document again." }, holder);
  text.replaceChildren(...holder.children);
  text.scrollTop = 0;
  say(`${name}: ${text.firstElementChild?.textContent}`);
}

/** Bring the rank, the labels and the buttons up to date with the list. */
function update() {
  const row = currentRow();
  for (const each of documentRows()) each.classList.toggle("reading", each === row && !reader.hidden);
  previous.disabled = !neighbour(-1);
  next.disabled = !neighbour(1);
  where.textContent = row ? `${shown}, rank ${rankOf(row)}` : `${shown}, not in this list`;
  showLabels(row ? labels(row) : []);
}

/** The buttons stay the same elements, so that one keeps the focus.  @param {HTMLInputElement[]} radios */
function showLabels(radios) {
  while (buttons.children.length > radios.length) buttons.lastElementChild?.remove();
  while (buttons.children.length < radios.length) make("button", { type: "button" }, buttons);
  radios.forEach((radio, i) => {
    const each = /** @type {HTMLButtonElement} */ (buttons.children[i]);
    const value = radio.value === "u" ? "–" : radio.value;
    if (each.textContent !== value) each.textContent = value;
    each.value = radio.value;
    each.setAttribute("aria-label", radio.value === "u" ? "unjudged" : radio.value);
    each.setAttribute("aria-pressed", String(radio.checked));
  });
}

function close() {
  const row = currentRow();
  const hadFocus = reader.contains(document.activeElement);
  reader.hidden = true;
  shown = "";
  form.classList.remove("reading-along");
  update();
  if (hadFocus && row) focusLabel(row);
}

/** @param {HTMLTableRowElement} row */
const focusLabel = (row) => (labels(row).find((radio) => radio.checked) ?? labels(row)[0])?.focus();

/** @param {number} by */
function move(by) {
  const row = neighbour(by);
  if (!row) return;
  show(row);
  row.scrollIntoView({ block: "nearest" });
}

/** @param {string} value */
function choose(value) {
  const row = currentRow();
  if (row) labels(row).find((radio) => radio.value === value)?.click();
  update();
}

// ---- Opening and closing --------------------------------------------------------------------------------------

form.addEventListener("click", (event) => {
  const link = closest(event.target, "a.read", HTMLAnchorElement);
  const row = rowOf(link);
  if (!row || !htmx || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation(); // on a phone a tap on the name would open the row's menu, too
  show(row);
}, true);

form.addEventListener("focusin", (event) => {
  const row = rowOf(event.target);
  if (row && !reader.hidden && linkIn(row)) show(row);
});

form.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (!(event.target instanceof Element) || event.target.matches(TYPED)) return;
  const row = rowOf(event.target);
  if (event.key.toLowerCase() === "o" && (row || reader.contains(event.target))) {
    if (row && (reader.hidden || nameOf(row) !== shown)) show(row);
    else close();
  } else if (event.key === "Escape" && !reader.hidden && (row || reader.contains(event.target))) close();
  else if (reader.contains(event.target) && /^[0-9nru-]$/.test(event.key.toLowerCase())) {
    const key = event.key.toLowerCase();
    choose({ n: "0", r: "1", "-": "u" }[key] ?? key);
  } else return;
  event.preventDefault();
});

previous.addEventListener("click", () => move(-1));
next.addEventListener("click", () => move(1));
button("close").addEventListener("click", close);
buttons.addEventListener("click", (event) => {
  const pressed = closest(event.target, "button", HTMLButtonElement);
  if (pressed) choose(pressed.value);
});
form.addEventListener("change", () => { if (!reader.hidden) update(); });
hear("patched", () => { if (!reader.hidden) update(); });
