// What the visitor still gets wrong, as the browser remembers it. The sentences are those of the page's own list.
import { erase, keepAll, onChange, remarkOn } from "../lessons/progress_store.js";
import { find, findAll, make, need } from "../page/elements.js";
import { causes, PRACTICE } from "./remembered.js";

const place = need(".remembered", HTMLElement);
const { most = "100", more = "" } = place.dataset;
const empty = need(".empty", HTMLElement, place);
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
/** @type {Map<string, HTMLElement>} */
const known = new Map(findAll("li[data-about]", HTMLElement).map((item) => [item.dataset.about ?? "", item]));

/** What a cause is called, and of which measure it is.  @param {string} about */
function nameOf(about) {
  const item = known.get(about);
  const [kind, ...value] = about.split("=");
  if (item) return { measure: item.dataset.measure ?? "", said: find(".said", HTMLElement, item)?.textContent ?? "" };
  if (kind === "like") return { measure: "", said: "An exercise of a sheet" };
  if (kind !== "lesson") return { measure: value.join("=").split(".")[0], said: "Wrong, cause unknown" };
  const option = find(`option[value="${CSS.escape(value.join("="))}"]`, HTMLOptionElement);
  return { measure: "", said: `Lesson: ${option?.textContent ?? value.join("=")}` };
}

/** @param {import("./remembered.js").Cause} cause  @param {Element} list */
function show({ about, wrong, last, lately, due }, list) {
  const { measure, said } = nameOf(about);
  const item = make("li", {}, list);
  const what = make("span", { className: "said" }, item);
  if (measure) make("b", { textContent: measure, translate: false }, what).after(": ");
  what.append(said);
  const [kind, ...value] = about.split("=");
  const address = `${location.pathname.replace(/\/mistakes$/, "")}?${new URLSearchParams({ [kind]: value.join("=") })}`;
  make("a", { href: address, textContent: "Practise this" }, item);
  const times = `${wrong} ${wrong === 1 ? "time" : "times"}, last on ${day.format(new Date(last))}.`;
  const marks = lately.map((right) => (right ? "right" : "wrong")).join(", ");
  make(
    "span",
    { className: "times", textContent: `${times} Lately: ${marks}.${due ? " Due for a review." : ""}` },
    item,
  );
}

function showAll() {
  const found = causes(new Date()).filter(({ still, due }) => still || due);
  find(".causes", HTMLElement, place)?.remove();
  find(".rest", HTMLElement, place)?.remove();
  empty.hidden = Boolean(found.length);
  if (found.length) {
    const list = make("ul", { className: "causes" }, place);
    for (const cause of found.slice(0, Number(most))) show(cause, list);
  }
  if (more && found.length) {
    const rest = make("p", { className: "rest" }, place);
    make("a", { href: more, textContent: "The whole list" }, rest);
  }
  const clearing = find(".clearing", HTMLElement);
  if (clearing && found.length) clearing.hidden = false;
}

const button = find(".clearing button", HTMLButtonElement);
button?.addEventListener("click", () => {
  const said = need(".clearing .said", HTMLElement);
  const before = erase(PRACTICE);
  said.textContent = "The list is cleared. ";
  const restore = make("button", { type: "button", textContent: "Undo" }, said);
  restore.addEventListener("click", () => {
    said.textContent = `The list is restored. ${remarkOn(keepAll(before))}`;
    button.focus();
  });
  restore.focus();
});

showAll();
onChange(showAll);
window.addEventListener("pageshow", showAll);
