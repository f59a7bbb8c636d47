// The effect of a change: the one value that the reader looks at lights up for a moment and is announced first; others
// that changed have a calm sign.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { heading, readings, tab } from "./change/values.js";

/** @typedef {import("./change/values.js").Reading} Reading */

/** @param {string} value */
const number = (value) => Number(value.replace("−", "-").replace(",", "."));

/** Whether a value changed; more or fewer decimals are not a change.  @param {string} a  @param {string} b */
function differs(a, b) {
  if (a === b || a === "?" || b === "?" || !a || !b) return false;
  const places = Math.min(...[a, b].map((value) => (value.split(/[.,]/)[1] ?? "").length));
  return !(Math.abs(number(a) - number(b)) <= 0.5 * 10 ** -places + 1e-9);
}

hear("settled", () => {
  if (isAnswered) unmark();
  isAnswered = false;
  const { was, now } = readings();
  // The values of another list are different, but they have not changed.
  if (now.heading !== was.heading || now.list !== was.list) announceList(now, now.heading !== was.heading);
  else if (!compare(was, now) && now.open !== was.open) announceMeasure(now);
});

/** The measure of the panel that was last pointed at, tapped or focused. */
let pointed = "";
for (const type of ["pointerover", "focusin"]) {
  form.addEventListener(type, ({ target }) => {
    const item = closest(target, ".item", HTMLElement);
    if (item) pointed = need("input", HTMLInputElement, item).value;
  });
}

let isAnswered = false; // then the marks on the page are those of an earlier change
hear("answered", () => {
  isAnswered = true;
});

/** Whether anything was announced.  @param {Reading} was  @param {Reading} now */
function compare(was, now) {
  const changed = [...now.all].flatMap(([key, { node, name, value, open }]) => {
    const old = was.all.get(key)?.value ?? "";
    const by = number(value) - number(old);
    return differs(old, value) ? [{ key, node, name, open, by, words: `${name} ${old} to ${value}` }] : [];
  });
  for (const { node, by } of changed) mark(node, by);
  const named = changed.filter(({ name }) => name);
  const opened = named.find(({ key }) => key === now.open);
  const looked = opened ?? named.find(({ open }) => open) ?? named.find(({ key }) => key === pointed) ?? named[0];
  const result = opened && find(".title .result", HTMLElement, form);
  if (result) mark(result, opened.by);
  (result ?? looked?.node)?.setAttribute("data-looked", "");
  const first = named.filter(({ open }) => open);
  const announced = first.length ? first : named.filter((each) => each === looked);
  const rest = named.length - announced.length;
  if (!announced.length) return false;
  say(
    announced.map(({ words }) => words).join(", ") +
      (rest ? `; ${rest} more measure${rest === 1 ? "" : "s"} changed` : ""),
  );
  return true;
}

/** @param {Reading} now */
function announceMeasure(now) {
  const { name, value } = now.all.get(now.open) ?? {};
  if (name) say(value === "?" ? name : `${name}: ${value}`);
}

/** @param {Reading} now  @param {boolean} isRearranged */
function announceList(now, isRearranged) {
  const { name, value } = now.all.get(now.open) ?? {};
  const called = find(".called", HTMLElement, tab() ?? document.createElement("p"));
  const own = called && value && value !== "?" ? `${called.textContent}: ${name} ${value}.` : "";
  say(`${isRearranged ? `${heading()}.` : ""} ${own}`.trim());
}

// The style sheet gives each direction a colour and an arrow, for a moment.
let over = 0;

function unmark() {
  for (const marked of findAll("[data-change]", Element, form)) {
    marked.removeAttribute("data-change");
    marked.removeAttribute("data-looked");
  }
}

/** @param {Element | null} node  @param {number} by */
function mark(node, by) {
  if (!node) return;
  node.setAttribute("data-change", by > 0 ? "rose" : by < 0 ? "fell" : "became"); // "not defined" has no direction
  clearTimeout(over);
  over = setTimeout(unmark, 2000);
}
