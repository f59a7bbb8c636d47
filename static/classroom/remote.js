// The remote: follows the room, and sends what is pressed. Nothing piles up without a network: what could not be sent
// is said, and forgotten; and each step names the place that it leaves, so that it happens once.
import { say } from "../page/announcements.js";
import { closest, find, need } from "../page/elements.js";
import { patchChildren } from "../page/patch.js";
import { pause, timeout, whenBack } from "../page/patience.js";

const FRAGMENT = { "HX-Request": "true" };
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const SLOWEST = 2000; // ms between two requests, if the page names no other time
const remote = need("#remote", HTMLElement);
const network = need("#network", HTMLElement);
const address = remote.dataset.address ?? "";
let state = "";
let failures = 0; // in a row
let timer = 0;
let asking = false;
let sending = false;

/** @param {string} text  what is wrong with the network; empty if nothing is */
function tell(text) {
  network.hidden = !text;
  if (network.textContent !== text) network.textContent = text;
}

/** The time on this device. */
function tick() {
  const clock = find("#clock", HTMLElement);
  if (clock) clock.textContent = CLOCK.format(new Date());
}

/** @param {string} text  the new contents */
function show(text) {
  const wanted = document.createElement("div");
  wanted.innerHTML = text;
  const before = find("h2", HTMLElement)?.textContent;
  patchChildren(remote, wanted);
  tick();
  const now = find("h2", HTMLElement)?.textContent;
  if (now && now !== before) say(now);
}

async function ask() {
  clearTimeout(timer);
  asking = true;
  const headers = { ...FRAGMENT, "If-None-Match": state };
  /** @type {RequestInit} */
  const request = { headers, cache: "no-store", signal: AbortSignal.timeout(timeout(failures)) };
  const answer = await fetch(address, request).catch(() => null);
  const fresh = answer?.ok ? await answer.text().catch(() => null) : null;
  asking = false;
  if (answer && fresh !== null && !sending) {
    state = answer.headers.get("ETag") ?? "";
    show(fresh);
  }
  failures = fresh !== null || answer?.status === 304 ? 0 : failures + 1;
  tell(failures ? "No connection. Trying again …" : "");
  tick();
  wait(failures ? pause(failures, answer?.headers.get("Retry-After")) : rhythm());
}

/** Milliseconds until the next request, as the page names it. */
const rhythm = () => Number(find("[data-rhythm]", HTMLElement)?.dataset.rhythm ?? SLOWEST);

/** @param {number} time */
function wait(time) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, time);
}

/** @param {HTMLFormElement} form */
async function send(form) {
  if (sending) return;
  sending = true;
  const headers = { ...FRAGMENT, "X-CSRFToken": remote.dataset.token ?? "" };
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const signal = AbortSignal.timeout(timeout(0));
  const answer = await fetch(form.action, { method: "POST", body, headers, signal }).catch(() => null);
  sending = false;
  if (answer?.ok) {
    tell("");
    if (!asking) ask();
    return;
  }
  tell(answer ? "This was not accepted. Load the page again." : "No connection: this was not sent. Press it again.");
}

document.addEventListener("submit", (event) => {
  const form = closest(event.target, "form", HTMLFormElement);
  if (!form || !remote.contains(form) || form.hasAttribute("data-plain")) return;
  event.preventDefault();
  send(form);
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
});
whenBack(() => {
  if (!asking && !document.hidden) ask();
});

tick();
wait(rhythm());
