// The classroom in a presenter view: its corner with the code, and over the view the round in force. The view under it
// is kept as it is. A remote's keys move the round while one is in force, and single keys do the rest.
import { hear, send } from "../page/bus.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { askOffer, openOffers, openRoom } from "./ask_panel.js";
import { endLook, isLooking, lookInLab } from "./lab_look.js";
import { follow } from "./remote_commands.js";
import { act, covered, inForce, isOpen, isPresented, move, place, refresh, want, whenShown } from "./room_feed.js";

const corner = need("#corner", HTMLElement);
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"]), select, textarea';
/** @type {Record<string, string>} */
const STAGES = {
  open: "The question is open.",
  closed: "The question is closed.",
  votes: "The votes are shown.",
  discuss: "Discuss.",
  answer: "The answer is shown.",
};
const PAIRING = 5 * 60_000; // ms for which a pairing code is valid
/** @type {Element | null} */
let focused = null; // in the view, before a round covered it
let justLeft = false; // whether the round was left by the last step, so that back returns to it
let wayBack = "back"; // what returns to it
let isOpening = false; // whether a room is opened to show its code

/** @param {string} text */
function say(text) {
  need("#corner-said", HTMLElement).textContent = text;
}

// ---- What is shown over the view --------------------------------------------------------------------------------

/** @param {boolean} isCovered */
function cover(isCovered) {
  const wasCovered = corner.classList.contains("covers");
  corner.classList.toggle("covers", isCovered);
  document.documentElement.classList.toggle("covered", isCovered);
  if (isCovered === wasCovered) return;
  const others = [...document.body.children].filter((child) => child !== corner);
  if (isCovered) focused = document.activeElement;
  for (const other of others) if (other instanceof HTMLElement) other.inert = isCovered;
  if (isCovered) find("#room-round", HTMLElement)?.focus({ preventScroll: true });
  else if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/** @param {boolean} isLarge */
export function enlarge(isLarge = !corner.classList.contains("shows-code")) {
  corner.classList.toggle("shows-code", isLarge);
  find("#room-chip", HTMLElement)?.setAttribute("aria-expanded", String(isLarge));
}

const coverNow = () => cover((inForce() && !isLooking()) || Boolean(find("#room-paused", HTMLElement)));

whenShown((before) => {
  const now = place();
  corner.classList.toggle("has-room", isOpen());
  corner.hidden = false;
  enlarge(isOpen() && (isOpening || corner.classList.contains("shows-code")));
  if (isOpen()) isOpening = false;
  if (find(".classroom-alone", HTMLElement)) enlarge(isOpen() && !inForce());
  const isSame = now.round === before.round && now.stage === before.stage && now.vote === before.vote;
  const isBackAgain = before.stage === "over" && now.stage === "answer";
  if (!isSame && now.stage !== "over" && !isBackAgain) want({ part: "", cause: "" });
  if (!isSame && now.stage === "open") enlarge(false);
  if (!isSame) endLook();
  const isShown = now.stage === "answer" && !isSame;
  const isTakenBack = before.stage === "answer" && now.stage === "votes" && now.round === before.round;
  if (covered() && (isShown || isTakenBack)) send("covering", { name: covered(), isCovered: isTakenBack });
  coverNow();
  if (!isSame && STAGES[now.stage]) say(STAGES[now.stage]);
  tick();
});

/** @type {Map<string, number>} */
const deadlines = new Map();

function tick() {
  const timer = find("#round-timer", HTMLElement);
  if (!timer) return;
  const { since = "", left } = timer.dataset;
  if (!deadlines.has(since)) deadlines.set(since, Date.now() + 1000 * Number(left));
  const seconds = Math.max(0, Math.ceil(((deadlines.get(since) ?? 0) - Date.now()) / 1000));
  timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
setInterval(tick, 500);

// The bars of the view leave as much room as the corner takes.
const atCorner = need("#corner .at-corner", HTMLElement);
new ResizeObserver(() => {
  if (!corner.classList.contains("covers") && atCorner.offsetWidth)
    document.documentElement.style.setProperty("--corner-width", `${atCorner.offsetWidth}px`);
}).observe(atCorner);

// ---- Steps and keys ---------------------------------------------------------------------------------------------

hear(
  "stepping",
  (step) => {
    if (!step.remote || step.taken) return;
    const isBack = step.by < 0 && place().stage === "over" && justLeft;
    if (!inForce() && !isBack) {
      justLeft = false;
      return;
    }
    step.taken = true;
    if (isLooking()) {
      endLook();
      coverNow();
      return;
    }
    if (isBack) {
      move(wayBack);
      return;
    }
    const { next, previous, forward = "forward", back = "back" } = find("#room-round", HTMLElement)?.dataset ?? {};
    const part = step.by > 0 ? next : previous;
    if (part) {
      want({ part });
      return;
    }
    justLeft = step.by > 0 && (forward === "over" || place().stage === "answer");
    wayBack = back;
    move(step.by > 0 ? forward : "back");
  },
  { first: true },
);

/** @type {Record<string, () => void>} */
const IN_ROOM = {
  c: () => enlarge(),
  p: () => act("pause"),
  s: () => act("snapshot").then((answer) => answer?.ok && say("A snapshot was kept.")),
};

/** @param {string} key  @returns {(() => void) | undefined} */
function actionOf(key) {
  if (key === "q") return openOffers;
  if (key === "Escape" && corner.classList.contains("shows-code")) return () => enlarge(false);
  if (!isOpen()) return key === "c" ? openRoom : undefined;
  if (inForce()) {
    if (key === "d") return () => move("discuss");
    const button = /^[1-9]$/.test(key)
      ? (find(`[data-key="${key}"]`, HTMLElement, corner) ??
        findAll("[data-cause], [data-part]", HTMLElement, corner)[Number(key) - 1])
      : undefined;
    if (button) return () => button.click();
  }
  return IN_ROOM[key];
}

/** Whether single keys are on. Without storage they are. */
function areOn() {
  try {
    return localStorage.getItem("ireval.keys") !== "off"; // as in the lab
  } catch {
    return true;
  }
}

document.addEventListener(
  "keydown",
  (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
    if (!(target instanceof Element) || target.matches(TYPED) || target.closest("dialog")) return;
    if (document.documentElement.classList.contains("black")) return;
    if (!isPresented() || (key !== "Escape" && !areOn())) return;
    const action = actionOf(key.length === 1 ? key.toLowerCase() : key);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation(); // the view under it must not use the key as well
    action();
  },
  true,
);

corner.addEventListener("click", ({ target }) => {
  if (closest(target, "#corner-ask", HTMLElement)) openOffers();
  else if (closest(target, "#room-chip, #room-join .qr", HTMLElement)) enlarge();
  else if (closest(target, "#room-pair", HTMLElement)) pair();
  const { part, cause, lab } = closest(target, "[data-part], [data-cause], [data-lab]", HTMLElement)?.dataset ?? {};
  if (part !== undefined) want({ part, cause: "" });
  if (cause !== undefined) want({ cause });
  if (lab !== undefined) {
    lookInLab(lab);
    coverNow();
  }
});

// A step of a lesson has a button at each of its questions.
document.addEventListener("click", ({ target }) => {
  const { offer } = closest(target, "[data-offer]", HTMLElement)?.dataset ?? {};
  if (offer) askOffer(offer);
});

corner.addEventListener("submit", (event) => {
  if (closest(event.target, "#open-room", HTMLFormElement)) isOpening = true;
  const form = closest(event.target, "#room-waiting form", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  act("confirm", new FormData(form, /** @type {SubmitEvent} */ (event).submitter));
});

async function pair() {
  const answer = await act("pairing");
  const at = find("#room-pairing", HTMLElement);
  if (!answer?.ok || !at) return;
  const code = await answer.text();
  const address = find("#room-join .address", HTMLElement)?.textContent?.replace(/\/j$/, "/r");
  at.textContent = `${address}  ${code.slice(0, 3)}-${code.slice(3)}`;
  setTimeout(() => {
    if (at.textContent?.includes(code.slice(3))) at.textContent = "";
  }, PAIRING);
}

follow({ enlarge });
refresh();
