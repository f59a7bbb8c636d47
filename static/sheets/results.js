// The results of a class, which follow the class while it works: only what has changed is touched, so what is open or
// focused stays so. Nothing is requested while the page is not visible.
import { say } from "../page/announcements.js";
import { find, need } from "../page/elements.js";
import { patchChildren } from "../page/patch.js";
import { pause, timeout, whenBack } from "../page/patience.js";
import { inWords, localize } from "./local_times.js";

const RHYTHM = 10000; // ms between two requests, unless the page names another time
const SOON = 300; // ms between two requests while the class is being marked, each of which marks some students

const results = need("#results", HTMLElement);
const rhythm = need("#rhythm", HTMLElement);
const button = need("#pause", HTMLButtonElement);
const pace = rhythm.textContent;
let timer = 0;
let paused = false;
let asking = false;
let failures = 0; // in a row

need("#refresh", HTMLElement).hidden = true;
need("#live", HTMLElement).hidden = false;

/** What is announced: how many students there are, in the words of the page. */
const figures = () =>
  [...document.querySelectorAll("#figures div")]
    .map((group) => `${group.querySelector("dd")?.textContent ?? ""} ${group.querySelector("dt")?.textContent ?? ""}`)
    .join(", ");

/** While the class is being marked: who goes on with it. @param {Document} page */
function goOn(page) {
  const words = find("#go-on", HTMLElement, page);
  if (words) words.textContent = "This page continues automatically.";
}

/** @param {Document} fresh */
function show(fresh) {
  const wanted = find("#results", HTMLElement, fresh);
  if (!wanted) return;
  const before = figures();
  const marking = find("#marking", HTMLElement);
  localize(fresh);
  goOn(fresh);
  patchChildren(results, wanted);
  results.dataset.state = wanted.dataset.state;
  if (marking && !find("#marking", HTMLElement)) say("All students are marked.");
  else if (figures() !== before) say(figures());
}

async function ask() {
  asking = true;
  const headers = { "If-None-Match": `"${results.dataset.state ?? ""}"` };
  /** @type {RequestInit} */
  const request = { headers, cache: "no-store", signal: AbortSignal.timeout(timeout(failures)) };
  const answer = await fetch(location.href, request).catch(() => null);
  const fresh = answer?.ok ? await answer.text().catch(() => null) : null;
  asking = false;
  if (fresh) show(new DOMParser().parseFromString(fresh, "text/html"));
  const gone = answer?.status === 404;
  failures = fresh || answer?.status === 304 ? 0 : failures + 1;
  if (!failures) {
    need("#as-of", HTMLElement).textContent = `As of ${inWords(new Date())}.`;
    if (!paused) rhythm.textContent = pace;
  } else {
    rhythm.textContent = gone
      ? "This sheet was deleted, or its link was replaced."
      : "The server does not answer. Trying again …";
  }
  if (!gone) wait(failures ? pause(failures, answer?.headers.get("Retry-After")) : rhythmNow());
}

/** Milliseconds between two requests: fewer while the class is being marked. */
const rhythmNow = () => (find("#marking", HTMLElement) ? SOON : Number(results.dataset.rhythm ?? RHYTHM));

/** @param {number} time */
function wait(time) {
  clearTimeout(timer);
  if (!paused && !document.hidden) timer = setTimeout(ask, time);
}

button.addEventListener("click", () => {
  paused = !paused;
  button.textContent = paused ? "Resume" : "Pause";
  rhythm.textContent = paused ? "Updates are paused." : pace;
  if (paused) clearTimeout(timer);
  else if (!asking) ask();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
});
whenBack(() => {
  clearTimeout(timer);
  if (!paused && !asking && !document.hidden) ask();
});

goOn(document);
wait(rhythmNow());
