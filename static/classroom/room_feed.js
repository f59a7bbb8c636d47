// The room on this screen: asks for it again and again, patches it in, and sends what the lecturer does to it. Without
// network the corner says so, and what was done is sent once it is back.
import { find, make, need } from "../page/elements.js";
import { patchChildren } from "../page/patch.js";
import { pause, timeout, whenBack } from "../page/patience.js";

/** @typedef {{ round: string, vote: string, stage: string }} Place */

const corner = need("#corner", HTMLElement);
const shown = need("#corner-now", HTMLElement);
const HIDDEN = 10_000; // ms between two requests while nobody sees the page
const SOON = 1000; // until a page is looked at again that is no presenter view
const ALONE = 30_000; // the same without a room: perhaps another window opens one
let etag = "";
let failures = 0;
let timer = 0;
let isAsking = false;
/** Parts of the address: what the screen wants to see of the round.  @type {Record<string, string>} */
const wanted = { part: "", cause: "" };
/** @type {((before: Place) => void)[]} */
const listeners = [];

const data = () => find("#room-now", HTMLElement)?.dataset;
/** Whether this browser controls a room that is open. */
export const isOpen = () => Boolean(data());
/** Whether the page is a presenter view now; a page that was made of files becomes one and ends to be one. */
export const isPresented = () => document.body.matches(".presents, .projector");
/** Where the room stands.  @returns {Place} */
export const place = () => {
  const { round = "0", vote = "1", stage = "nothing" } = data() ?? {};
  return { round, vote, stage };
};
/** What the round is about, if the view covers it. */
export const covered = () => data()?.covered ?? "";
/** Whether a round is in force. */
export const inForce = () => !["nothing", "over"].includes(place().stage) && Boolean(find("#room-round", HTMLElement));
/** The remote's latest commands.  @returns {{ number: number, what: string, value: string }[]} */
export const commands = () => JSON.parse(data()?.commands ?? "[]");

/** Call a function after every answer, with the place before it.  @param {(before: Place) => void} listener */
export const whenShown = (listener) => listeners.push(listener);

// ---- Asking for the room ---------------------------------------------------------------------------------------

/** @param {string} text */
function show(text) {
  const before = place();
  const answer = new DOMParser().parseFromString(`<div>${text}</div>`, "text/html").body.firstElementChild;
  patchChildren(shown, answer ?? make("div", {}));
  for (const listener of listeners) listener(before);
}

function rhythm() {
  if (document.hidden) return HIDDEN;
  return isOpen() ? Number(data()?.rhythm) * (0.9 + Math.random() / 5) : ALONE;
}

/** Ask for the room now. */
export async function refresh() {
  clearTimeout(timer);
  if (isAsking) return;
  if (!isPresented()) {
    timer = setTimeout(refresh, SOON);
    return;
  }
  isAsking = true;
  let next = 0;
  const asked = JSON.stringify(wanted);
  try {
    const answer = await fetch(`${corner.dataset.now}?${new URLSearchParams(wanted)}`, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
      signal: AbortSignal.timeout(timeout(failures)),
    });
    if (answer.status >= 400) throw new Error(String(answer.status), { cause: answer.headers.get("Retry-After") });
    if (answer.status !== 304) {
      etag = answer.headers.get("ETag") ?? "";
      show(answer.status === 204 ? "" : await answer.text());
    }
    failures = 0;
  } catch (error) {
    failures += 1;
    next = pause(failures, error instanceof Error ? /** @type {string} */ (error.cause) : null);
  }
  isAsking = false;
  corner.classList.toggle("is-offline", failures > 1);
  const isOther = asked !== JSON.stringify(wanted); // what the screen wants to see has changed meanwhile
  timer = setTimeout(refresh, next || (isOther ? 0 : rhythm()));
}

/** Show another part of the round, or another cause.  @param {Partial<typeof wanted>} parts */
export function want(parts) {
  const before = JSON.stringify(wanted);
  Object.assign(wanted, parts);
  if (JSON.stringify(wanted) !== before) refresh();
}

// ---- Sending ---------------------------------------------------------------------------------------------------

let isSending = false;

/** Wait until what was sent is answered, and the room is shown as it is then. */
export async function settle() {
  while (isSending || isAsking) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** @param {string} what  @param {Record<string, string> | FormData} fields */
function post(what, fields) {
  const body = fields instanceof FormData ? fields : new FormData();
  if (!(fields instanceof FormData)) for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (!body.has("csrf_token")) body.set("csrf_token", data()?.csrf ?? "");
  const signal = AbortSignal.timeout(timeout(0));
  return fetch(`${corner.dataset.room}/${what}`, { method: "POST", headers: { "HX-Request": "true" }, body, signal });
}

/**
 * Tell the room something that no step waits for. Returns whether it was heard.
 * @param {string} what  the end of the address
 * @param {Record<string, string>} fields
 */
export async function tell(what, fields) {
  try {
    return (await post(what, fields)).ok;
  } catch {
    return false;
  }
}

/**
 * Do something to the room; while it is under way, nothing else is. A step names the place that it leaves, so it is
 * harmless to send it twice. Returns the answer; null if something is under way.
 * @param {string} what  the end of the address
 * @param {Record<string, string> | FormData} [fields]
 */
export async function act(what, fields = {}) {
  if (isSending) return null;
  isSending = true;
  corner.classList.add("is-sending");
  try {
    for (let failed = 1; ; failed += 1) {
      try {
        const answer = await post(what, fields);
        if (answer.status < 500 && answer.status !== 429) return answer;
      } catch {
        corner.classList.add("is-offline");
      }
      await new Promise((resolve) => {
        setTimeout(resolve, pause(failed));
      });
    }
  } finally {
    isSending = false;
    corner.classList.remove("is-sending");
    refresh();
  }
}

/** Move the round.  @param {string} to */
export const move = (to) => act("move", { to, ...place() });

whenBack(refresh);
