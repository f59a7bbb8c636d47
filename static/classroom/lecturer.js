// The lecturer's page follows the room: a device that is paired appears by itself, to be confirmed.
import "../sheets/local_times.js";
import { say } from "../page/announcements.js";
import { need } from "../page/elements.js";
import { patchChildren } from "../page/patch.js";
import { pause, timeout, whenBack } from "../page/patience.js";
import { localize } from "../sheets/local_times.js";

const RHYTHM = 2500; // ms between two requests
const devices = need("#devices", HTMLElement);
let state = "";
let failures = 0; // in a row
let timer = 0;
let asking = false;

async function ask() {
  clearTimeout(timer);
  asking = true;
  /** @type {RequestInit} */
  const request = { headers: { "If-None-Match": state }, cache: "no-store" };
  const signal = AbortSignal.timeout(timeout(failures));
  const answer = await fetch(devices.dataset.address ?? "", { ...request, signal }).catch(() => null);
  const fresh = answer?.ok ? await answer.text().catch(() => null) : null;
  asking = false;
  if (answer && fresh !== null) show(fresh, answer.headers.get("ETag") ?? "");
  failures = fresh !== null || answer?.status === 304 ? 0 : failures + 1;
  if (answer?.status !== 403) wait(failures ? pause(failures, answer?.headers.get("Retry-After")) : RHYTHM);
}

/** @param {string} text  @param {string} tag */
function show(text, tag) {
  const wanted = document.createElement("div");
  wanted.innerHTML = text;
  localize(wanted);
  const waited = devices.querySelectorAll(".waits").length;
  patchChildren(devices, wanted);
  const waiting = devices.querySelectorAll(".waits");
  if (waiting.length > waited) {
    say("A device wants to control this room.");
    document.querySelector("#pairing")?.remove();
  }
  state = tag;
}

/** @param {number} time */
function wait(time) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, time);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
});
whenBack(() => {
  if (!asking && !document.hidden) ask();
});
wait(RHYTHM);
