// A playlist presented in the lab. The address has the playlist and the place in it, as #playlist=...&item=3. Whatever
// steps a table leads on to the next item after its last row and the end of the page, and back to the item before. An
// item is shown once its page is there, and until then the bar shows the place of what is on the screen.
import { local, pathOf, valueOf } from "../page/address.js";
import { hear, send } from "../page/bus.js";
import { find, findAll, make, need } from "../page/elements.js";
import { rows } from "../lab/cells.js";
import { move, unfold } from "../lab/stepper.js";
import { address } from "../page/form.js";
import { current, replace, visit } from "../page/history.js";
import { expect, isWaiting, openPage, stay, textOf } from "../page/leaving.js";
import { describeView, sayShown } from "../page/presented.js";
import { showFetched } from "../page/requests.js";
import { scrollOn, scrollToEdge } from "../page/scrolling.js";
import { beside, fromAddress, load, place, shownItem } from "./items.js";

const bar = find("#presenting", HTMLElement);
/** @type {import("./items.js").Item[]} */
let items = [];
let code = "";
let at = 0; // the place of the item that is shown, from 0
/** @type {"start" | "end" | null} */
let arriving = null; // at which end of an item the next answer arrives
/** @type {number | null} */
let returning = null; // the place of the item to which the browser's history leads, until it is shown
let way = 0; // in which direction the item is that is waited for
let began = 0;

const hash = () => place(code, at);

// ---- From item to item ------------------------------------------------------------------------------------------

/** @param {number} wanted  @param {"start" | "end"} edge */
async function go(wanted, edge) {
  if (!items[wanted]) return;
  way = Math.sign(wanted - at);
  const to = items[wanted].address;
  if (pathOf(to) !== location.pathname) {
    openPage(`${to}${place(code, wanted)}`); // a step of a lesson is a page of its own
    return;
  }
  const text = local(to) === current() ? "" : await textOf(to);
  if (text === null) return;
  at = wanted;
  arriving = edge;
  visit(`${to}${hash()}`);
  enter();
  if (text) showFetched(text);
  else arrive();
}

/** The item is on the screen, or about to be painted. */
function enter() {
  began = Date.now();
  show();
  expect(beside(items, at));
}

function arrive() {
  const edge = arriving;
  arriving = null;
  if (edge && items[at].steps) {
    if (edge === "end") unfold(rows().length);
    else if (valueOf(items[at].address, "step") === null) unfold(0);
  }
  if (edge) scrollToEdge(edge);
}

/** How many rows are not shown yet. */
const ahead = () => rows().filter((row) => row.classList.contains("ahead")).length;
/** The row that is stopped at, counted from 1; 0 if there is none. */
const now = () => rows().findIndex((row) => row.classList.contains("now")) + 1;

/** Whether a step leads to another item, and not to another row.  @param {number} by */
function leads(by) {
  if (!items[at].steps) return true;
  return by > 0 ? !ahead() : now() === 0 && ahead() > 0;
}

hear("stepping", (step) => {
  if (step.taken || !items.length) return;
  const waits = isWaiting() || arriving !== null || returning !== null; // on the screen is still another item
  if (!waits && !leads(step.by)) return;
  step.taken = true;
  if (waits) {
    if (isWaiting() && step.by !== way) stay(); // the other way: this item after all
  } else if (step.remote && scrollOn(step.by)) return;
  else if (items[at + step.by]) go(at + step.by, step.by > 0 ? "start" : "end");
  else say(step.by > 0 ? "This is the end of the playlist." : "This is the beginning of the playlist.");
});

hear("answered", () => {
  if (returning !== null) {
    at = returning;
    enter();
  }
  if (returning !== null || arriving) send("arrived", {});
  returning = null;
});
hear("patched", ({ refused }) => {
  if (items.length && !refused.length) queueMicrotask(arrive);
});
// The form writes addresses without the place in the playlist.
hear("painted", () => {
  if (items.length && returning === null && location.hash !== hash()) replace(hash());
});
window.addEventListener("popstate", () => {
  const [, wanted] = fromAddress();
  if (!items[wanted]) return;
  stay();
  if (local(location.href) === local(address())) arriveAgain(wanted);
  else returning = wanted === at ? null : wanted; // the form loads what the address says
});

/** The history leads to another item with the same view.  @param {number} wanted */
function arriveAgain(wanted) {
  returning = null;
  if (wanted === at) return;
  at = wanted;
  enter();
}

// ---- The bar -----------------------------------------------------------------------------------------------------

/** @param {string} text */
function say(text) {
  need("#presenting-said", HTMLElement).textContent = text;
}

function show() {
  if (!bar) return;
  const { title } = items[at];
  need(".place", HTMLElement, bar).textContent = `${at + 1} of ${items.length}`;
  need(".place", HTMLElement, bar).setAttribute("aria-label", `Item ${at + 1} of ${items.length}: all items`);
  need(".called", HTMLElement, bar).textContent = title;
  for (const open of findAll(":popover-open", HTMLElement, bar)) open.hidePopover();
  findAll("#presenting-items button", HTMLElement).forEach((button, i) => {
    if (i === at) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
  say(`Item ${at + 1} of ${items.length}: ${title}`);
  sayShown();
  tick();
}

let announced = 0; // the last minute that was announced

function tick() {
  if (!bar || !items.length) return;
  const clock = need(".clock", HTMLElement, bar);
  const { minutes } = items[at];
  clock.hidden = !minutes;
  if (!minutes) return;
  const left = minutes * 60 - Math.floor((Date.now() - began) / 1000);
  const [whole, seconds] = [Math.floor(Math.abs(left) / 60), Math.abs(left) % 60];
  clock.textContent = `${left < 0 ? "+" : ""}${whole}:${String(seconds).padStart(2, "0")}`;
  clock.classList.toggle("over", left < 0);
  if ((left === 60 || left === 0) && announced !== left + at * 100) {
    announced = left + at * 100;
    say(left ? "One minute left for this item." : "Time is up for this item.");
  }
}

function list() {
  const all = need("#presenting-items", HTMLElement);
  items.forEach((item, i) => {
    const button = make("button", { type: "button", textContent: item.title }, make("li", {}, all));
    button.addEventListener("click", () => {
      all.hidePopover();
      go(i, "start");
    });
  });
}

/** @param {HTMLElement} shown  @param {string} code_ */
async function present(shown, code_) {
  const found = await load(shown.dataset.items ?? "", code_);
  const wanted = fromAddress()[1];
  if (!found?.items.length) return;
  items = found.items;
  code = code_;
  at = Math.min(Math.max(wanted, 0), items.length - 1);
  list();
  need(".leave", HTMLAnchorElement, shown).href = found.address;
  shown.hidden = false;
  delete shown.dataset.alone;
  document.body.classList.add("presents");
  const isStored = local(address()) === local(items[at].address);
  enter();
  arriving = isStored ? "start" : null;
  arrive();
  setInterval(tick, 1000);
}

const shownView = () => shownItem(items, at) ?? { title: find("h1", HTMLElement)?.textContent?.trim() ?? "" };
const [wanted] = fromAddress();
if (bar && wanted) {
  present(bar, wanted)
    .catch((error) => {
      bar.hidden = false;
      bar.classList.add("failed");
      need(".called", HTMLElement, bar).textContent = error.message;
    })
    .finally(() => describeView(shownView));
} else if (bar) describeView(shownView);
for (const button of findAll("#presenting [data-by]", HTMLElement)) {
  button.addEventListener("click", () => move(Number(button.dataset.by), true));
}
