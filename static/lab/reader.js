// The text of a document beside the list, to judge by reading: it follows the focused row, and has the row's labels.
// Judged documents that the list missed are read there, too. The server sends the text when it is opened. Without this
// script, the name of a document leads to a page with its text.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { closest, find, findAll, make } from "../page/elements.js";
import { form } from "../page/form.js";
import { htmx } from "../page/htmx.js";
import { documentRows, labels, rankOf, rowOf } from "./order/documents.js";

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

/** @param {HTMLAnchorElement} link */
const nameOf = (link) => link.textContent.trim();

/** The names of the documents with a text, each once: those of the list by rank, then those that it missed. */
function links() {
  const found = /** @type {Map<string, HTMLAnchorElement>} */ (new Map());
  for (const link of findAll("a.read", HTMLAnchorElement, form))
    if (!found.has(nameOf(link))) found.set(nameOf(link), link);
  return [...found.values()];
}

const currentLink = () => links().find((link) => nameOf(link) === shown) ?? null;
const currentRow = () => rowOf(currentLink());

/** @param {number} by */
function neighbour(by) {
  const all = links();
  const at = all.findIndex((link) => nameOf(link) === shown);
  return at < 0 ? null : (all[at + by] ?? null);
}

/** Show the document with this name.  @param {HTMLAnchorElement | null} link */
function show(link) {
  if (!link || !htmx) return;
  reader.hidden = false;
  form.classList.add("reading-along");
  if (nameOf(link) !== shown) load(nameOf(link), link);
  update();
}

/** @param {string} name  @param {HTMLAnchorElement} link */
async function load(name, link) {
  shown = name;
  text.replaceChildren();
  holder.replaceChildren();
  await htmx
    ?.ajax("get", link.href, { source: holder, target: holder, swap: "innerHTML", event: undefined })
    .catch(() => {});
  if (shown !== name) return;
  if (!holder.children.length)
    make("p", { textContent: "The text could not be loaded. Open the document again." }, holder);
  text.replaceChildren(...holder.children);
  text.scrollTop = 0;
  say(`${name}: ${text.firstElementChild?.textContent}`);
}

/** Bring the rank, the labels and the buttons up to date with the list. */
function update() {
  const link = currentLink();
  const row = rowOf(link);
  for (const each of documentRows()) each.classList.toggle("reading", each === row && !reader.hidden);
  for (const each of findAll(".below a.read", HTMLAnchorElement, form)) {
    each.toggleAttribute("aria-current", nameOf(each) === shown && !reader.hidden);
  }
  previous.disabled = !neighbour(-1);
  next.disabled = !neighbour(1);
  const grade = link?.dataset.grade;
  const place = row ? `rank ${rankOf(row)}` : grade ? `not retrieved, grade ${grade}` : "not in this list";
  where.textContent = `${shown}, ${place}`;
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
  const link = currentLink();
  const row = rowOf(link);
  const hadFocus = reader.contains(document.activeElement);
  reader.hidden = true;
  shown = "";
  form.classList.remove("reading-along");
  update();
  if (!hadFocus) return;
  if (row) focusLabel(row);
  else link?.focus();
}

/** @param {HTMLTableRowElement} row */
const focusLabel = (row) => (labels(row).find((radio) => radio.checked) ?? labels(row)[0])?.focus();

/** @param {number} by */
function move(by) {
  const link = neighbour(by);
  show(link);
  (rowOf(link) ?? link)?.scrollIntoView({ block: "nearest" });
  return link;
}

/**
 * From the name of a document, arrow keys lead to the next name.
 * @param {HTMLAnchorElement} from
 * @param {number} by
 */
function moveFrom(from, by) {
  if (nameOf(from) !== shown) show(from);
  move(by)?.focus();
}

/** @param {string} value */
function choose(value) {
  const row = currentRow();
  if (row)
    labels(row)
      .find((radio) => radio.value === value)
      ?.click();
  update();
}

// ---- Opening and closing --------------------------------------------------------------------------------------

form.addEventListener(
  "click",
  (event) => {
    const link = closest(event.target, "a.read", HTMLAnchorElement);
    if (!link || !htmx || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // on a phone a tap on the name would open the row's menu, too
    show(link);
  },
  true,
);

form.addEventListener("focusin", (event) => {
  const row = rowOf(event.target);
  if (row && !reader.hidden) show(linkIn(row));
});

form.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (!(event.target instanceof Element) || event.target.matches(TYPED)) return;
  const row = rowOf(event.target);
  const name = closest(event.target, "a.read", HTMLAnchorElement);
  const link = name ?? (row && linkIn(row));
  const isInside = reader.contains(event.target);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key.toLowerCase() === "o" && (link || isInside)) {
    if (link && (reader.hidden || nameOf(link) !== shown)) show(link);
    else close();
  } else if (event.key === "Escape" && !reader.hidden && (link || isInside)) close();
  else if (by && name && !reader.hidden) moveFrom(name, by);
  else if (by && isInside && event.target !== text) move(by);
  else if (isInside && /^[0-9nru-]$/.test(event.key.toLowerCase())) {
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
form.addEventListener("change", () => {
  if (!reader.hidden) update();
});
hear("patched", () => {
  if (!reader.hidden) update();
});
