// The page of a job asks for itself until the file is there, and then starts the download.
import { say } from "../page/announcements.js";
import { find, need } from "../page/elements.js";
import { patchChildren } from "../page/patch.js";

const RHYTHM = 1000; // ms between an answer and the next request
const SLOWEST = 8000; // ms, if the server does not answer
const QUARTERS = 4; // how often the progress is announced

const shown = need("#job", HTMLElement);
let wait = RHYTHM;
let quarter = 0;
let started = false;

const isActive = () => ["queued", "running"].includes(shown.dataset.state ?? "");
/** @param {string} selector */
const text = (selector) => find(selector, HTMLElement)?.textContent?.trim() ?? "";

/** @param {Document} fresh */
function show(fresh) {
  const wanted = find("#job", HTMLElement, fresh);
  if (!wanted) return;
  const before = shown.dataset.state;
  const wasFocused = shown.contains(document.activeElement);
  patchChildren(shown, wanted);
  if (wasFocused && !shown.contains(document.activeElement)) find("#job a, #job button", HTMLElement)?.focus();
  document.title = fresh.title;
  for (const name of ["state", "download"]) {
    if (wanted.dataset[name] === undefined) delete shown.dataset[name];
    else shown.dataset[name] = wanted.dataset[name];
  }
  announce(before);
}

/** @param {string | undefined} before */
function announce(before) {
  const bar = find("#bar", HTMLProgressElement);
  const reached = bar && bar.position > 0 ? Math.floor(bar.position * QUARTERS) : quarter;
  if (shown.dataset.state !== before) say(`${text("#job h1")}. ${text("#count")}`.trim());
  else if (reached > quarter) say(text("#count"));
  quarter = reached;
}

/** The download of a file about which there is nothing to read first. */
function start() {
  if (started || shown.dataset.state !== "ready" || !shown.dataset.download) return;
  started = true;
  location.assign(shown.dataset.download);
  setTimeout(ask, wait); // the page then says that the file was downloaded
}

async function ask() {
  try {
    const signal = AbortSignal.timeout(SLOWEST);
    const answer = await fetch(location.href, { cache: "no-store", redirect: "manual", signal });
    if (answer.type === "opaqueredirect") {
      location.reload(); // another page has the result
      return;
    }
    if (!answer.ok && answer.status < 500 && answer.status !== 429) {
      location.reload(); // the job is gone, and the server's page says so
      return;
    }
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    wait = answer.ok ? RHYTHM : Math.min(2 * wait, SLOWEST);
  } catch {
    wait = Math.min(2 * wait, SLOWEST);
  }
  if (isActive()) setTimeout(ask, wait);
  else start();
}

shown.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.id === "download") setTimeout(ask, RHYTHM);
});

if (isActive()) setTimeout(ask, RHYTHM);
else start();
