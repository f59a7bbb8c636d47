// A phone in a room: it asks every few seconds what is in force and shows that alone. What was tapped is sent until the
// server has answered; it names its round and vote, so that one that comes late or twice does no harm.
import { say } from "../../page/announcements.js";
import { closest, find, make, need } from "../../page/elements.js";
import { patchChildren } from "../../page/patch.js";
import { pause, timeout, whenBack } from "../../page/patience.js";

const LEAST = 2000; // ms between two requests
const SPREAD = 1000; // ms: so many more at most, so that the phones of a class ask at different moments
const QUIET = 5000; // ms between two requests while nothing has happened for a long time
const QUIET_AFTER = 180000; // ms

const page = need("#phone", HTMLElement);
const network = need("#network", HTMLElement);

/** @type {{ address: string, body: URLSearchParams } | null} */
let unsent = null; // what was tapped and is not answered yet
/** @type {AbortController | null} */
let current = null; // aborts the request under way
let timer = 0;
let failures = 0; // in a row
let changed = Date.now(); // when something else was shown
let done = false; // there is nothing more to ask for

const screen = () => need("#screen", HTMLElement);
const heading = () => find("h2, .prompt", HTMLElement, screen())?.textContent.trim().replace(/\s+/g, " ") ?? "";

/** @param {string} text  empty if all is well */
function tell(text) {
  if (network.textContent !== text) {
    network.textContent = text;
    if (text) say(text);
  }
  network.hidden = !text;
}

/**
 * Show the part of the page in an answer. Returns whether the answer has it: it may be of a proxy or a log-in page.
 * @param {string} text
 */
function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (!find("#screen", HTMLElement, fresh)) return false;
  const before = heading();
  const focused = document.activeElement;
  patchChildren(page, fresh.body);
  done = screen().matches(".on-ended");
  changed = Date.now();
  loadFont();
  if (heading() !== before) {
    say(heading());
    window.scrollTo(0, 0);
  }
  if (focused && !focused.isConnected) need("#main", HTMLElement).focus({ preventScroll: true });
  return true;
}

/** Load the font of formulas when the first one is shown: most screens have none. */
function loadFont() {
  const { font } = page.dataset;
  if (!font || !page.querySelector("math")) return;
  delete page.dataset.font;
  make("script", { src: font }, document.head);
}

/** Send what was tapped; without that, ask what is in force. */
async function go() {
  clearTimeout(timer);
  current?.abort();
  const mine = (current = new AbortController());
  const sent = unsent;
  const { poll = "", state = "" } = screen().dataset;
  const headers = { "HX-Request": "true", "X-Phone-Key": page.dataset.key ?? "" };
  /** @type {RequestInit} */
  const request = sent
    ? { method: "POST", body: sent.body, headers }
    : { headers: { ...headers, "If-None-Match": `"${state}"` } };
  const end = setTimeout(() => mine.abort(), timeout(failures));
  const answer = await fetch(sent?.address ?? poll, { ...request, cache: "no-store", signal: mine.signal }).catch(
    () => null,
  );
  const text = await answer?.text().catch(() => null);
  clearTimeout(end);
  if (mine !== current) return; // something was tapped meanwhile
  current = null;
  const status = answer?.status ?? 0;
  if (typeof text === "string" && (status === 304 || ([200, 400, 404, 409, 410].includes(status) && show(text))))
    succeed();
  else if (sent && [400, 403, 404, 413].includes(status)) refuse();
  else if (status === 404) leave();
  else fail(answer);
}

function succeed() {
  failures = 0;
  unsent = null;
  tell("");
  wait(Date.now() - changed > QUIET_AFTER ? QUIET : LEAST + SPREAD * Math.random());
}

/** The server never takes what was tapped, as if the page were of another day. */
function refuse() {
  unsent = null;
  find(".sending", HTMLElement, page)?.classList.remove("sending");
  tell("This could not be sent. Load the page again, and send it once more.");
}

function leave() {
  done = true;
  tell("The lecture is over.");
}

/** @param {Response | null} answer */
function fail(answer) {
  failures += 1;
  const reason = answer ? "The server is busy." : "No connection.";
  tell(unsent ? `${reason} Your answer is sent as soon as possible …` : `${reason} Trying again …`);
  wait(pause(failures, answer?.headers.get("Retry-After")));
}

/** @param {number} time */
function wait(time) {
  clearTimeout(timer);
  if (!done && !document.hidden) timer = setTimeout(go, time);
}

page.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  event.preventDefault();
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  if (event.submitter instanceof HTMLButtonElement && event.submitter.name)
    body.append(event.submitter.name, event.submitter.value);
  unsent = { address: form.action, body };
  form.classList.add("sending");
  go();
});

page.addEventListener("click", (event) => {
  if (!closest(event.target, "#change", HTMLElement)) return;
  event.preventDefault();
  const { dataset } = screen();
  dataset.poll = `${dataset.poll}?change=yes`;
  dataset.state = "";
  go();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
});
whenBack(() => {
  if (!done && !document.hidden && !(current && unsent)) go();
});

loadFont();
if ("new" in screen().dataset) go(); // a phone is in the room as soon as it has sent its key
else wait(LEAST * Math.random());
