// Does what the remote asks for, each once, as keys would, and reports to it what the screen shows.
import { here } from "../page/address.js";
import { hear } from "../page/bus.js";
import { find, findAll } from "../page/elements.js";
import { blacken } from "../page/remote.js";
import { commands, isOpen, settle, tell, whenShown } from "./room_feed.js";

/** @typedef {import("../page/bus.js").Presented} Presented */

/** @type {Presented | null} */
let presented = null; // what the view has said of itself
let last = -1; // the number of the last command that was seen
let reported = "";
let isAtWork = false;
/** @type {ReturnType<typeof commands>} */
const waiting = [];

/** What the screen shows.  @returns {Presented} */
export function position() {
  const address = here();
  if (presented?.address === address) return presented;
  const [item = 0, of = 0] =
    (find(".presenting .place", HTMLElement)?.textContent ?? "").match(/\d+/g)?.map(Number) ?? [];
  const called = find("#presenting .called", HTMLElement)?.textContent;
  const title = called || document.title.replace(/ – ireval$/, "");
  return { address, title, item, of, minutes: 0, notes: "", following: "", question: "" };
}

/** @param {string} key */
const press = (key) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

/** @param {string} value  the number of an item, from 1 */
function go(value) {
  const items = findAll("#presenting-items button, #presenting-steps a", HTMLElement);
  items[Number(value) - 1]?.click();
}

function black() {
  const root = document.documentElement;
  if (root.classList.contains("black")) root.classList.remove("black");
  else blacken();
}

/** @param {{ enlarge: () => void }} corner */
export function follow({ enlarge }) {
  /** @type {Record<string, (value: string) => void>} */
  const does = {
    next: () => press("PageDown"),
    back: () => press("PageUp"),
    black,
    code: () => enlarge(),
    top: () => scrollTo(0, 0),
    go,
  };
  whenShown(() => {
    const all = commands();
    const newest = all.at(-1)?.number ?? 0;
    const fresh = last < 0 ? [] : all.filter(({ number }) => number > last);
    last = isOpen() ? newest : -1;
    waiting.push(...fresh);
    work();
    report();
  });

  /** Do what is asked for, one after the other: a step waits until the one before is answered. */
  async function work() {
    if (isAtWork) return;
    isAtWork = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await settle();
      does[next.what]?.(next.value);
    }
    isAtWork = false;
  }
}

async function report() {
  if (!isOpen() || find(".classroom-alone", HTMLElement)) return;
  const now = position();
  const text = JSON.stringify(now);
  if (text === reported) return;
  reported = text;
  const fields = Object.fromEntries(Object.entries(now).map(([name, value]) => [name, String(value)]));
  if (!(await tell("position", fields))) reported = ""; // it is sent again
}

hear("presented", (detail) => {
  presented = detail;
  report();
});
setInterval(report, 1000);
