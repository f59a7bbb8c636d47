// A student's answers are sent as they are typed, and sent again until they are stored. What is typed within a moment,
// or while a request is under way, travels together. Without JavaScript, the form's own buttons save the answers.
import { say } from "../page/announcements.js";
import { send } from "../page/bus.js";
import { closest, need } from "../page/elements.js";
import { pause, timeout, whenBack } from "../page/patience.js";
import { remark } from "./remarks.js";

const PAUSE = 400; // ms without a key or a choice before answers are sent
const LONGEST = 2000; // ms that an answer waits for others
const TURN = 50; // ms before an answer is sent once more
const TIMEOUT = 20000; // ms until a check is given up: exercises are marked meanwhile

export const form = need("#sheet", HTMLFormElement);
const state = need("#state", HTMLElement);
const failed = need("#failed", HTMLElement);
state.textContent = state.dataset.idle ?? "";
need("#save", HTMLElement).hidden = true;

/** @type {Map<string, string>} */
export const unsaved = new Map(); // texts by name that may not be stored yet
/** @type {Map<string, string>} */
export const stored = new Map(); // texts by name that this page has stored
/** @type {Set<string>} */
export const refused = new Set(); // names whose text the server refuses
/** @type {Promise<void> | null} */
let sending = null;
let timer = 0;
let first = 0; // when the first of the texts was typed that wait to be sent
let tries = 0;
let over = false; // the sheet no longer accepts answers
let leaving = false;

/**
 * Whether a button checks an exercise or shows more of it, without leaving the page.
 * @param {HTMLElement | null} button
 * @returns {button is HTMLButtonElement}
 */
export const isStage = (button) =>
  button instanceof HTMLButtonElement && ["check", "hint", "step", "solution"].includes(button.name);

/** Wait until the current request has succeeded or failed. */
export const settled = async () => {
  await sending;
};

/** @param {string} name  @param {string} text */
export function show(name, text) {
  if (over && name !== "over") return;
  if (state.dataset.state === "failing" && name === "saved") say(text);
  if (name === "failing" && state.dataset.state !== name) say(text);
  state.dataset.state = name;
  state.textContent = text;
}

/** @param {string} text  what failed, and why */
export function complain(text) {
  failed.textContent = text;
  failed.hidden = !text;
}

/** @param {string} text  why nothing more can be saved */
export function finish(text) {
  if (over) return;
  over = true;
  complain(text);
  show("over", "This sheet is not accepting answers");
}

/** @param {string} name */
export function control(name) {
  return /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
}

/** @param {string} name */
export const current = (name) => control(name)?.value ?? "";

/**
 * Note a text that is to be sent.
 * @param {EventTarget | null} target  its control
 */
export function note(target) {
  const { name = "" } = /** @type {Partial<HTMLInputElement>} */ (target);
  if (!name || over) return;
  unsaved.set(name, current(name));
  refused.delete(name);
  closest(target, ".exercise", HTMLElement)?.classList.add("changed");
  show(tries ? "failing" : "saving", tries ? "Not saved yet. Trying again …" : "Saving …");
}

/** @param {number} wait */
export function sendSoon(wait = 0) {
  clearTimeout(timer);
  timer = setTimeout(sendUnsaved, wait);
}

/** Send what is typed when nothing has been typed for a moment. */
function gather() {
  if (tries || !unsaved.size) return; // it is sent again anyway, or was sent already
  first ||= Date.now();
  sendSoon(Math.max(0, Math.min(PAUSE, first + LONGEST - Date.now())));
}

form.addEventListener("input", ({ target }) => {
  note(target);
  gather();
});
form.addEventListener("change", gather);
form.addEventListener("submit", ({ submitter }) => {
  leaving ||= !isStage(submitter);
});
whenBack(() => {
  if (unsaved.size) sendSoon();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) sendUnsaved();
}); // perhaps there is no later
window.addEventListener("beforeunload", (event) => {
  if (unsaved.size && !leaving && !over) event.preventDefault();
});

function sendUnsaved() {
  clearTimeout(timer);
  if (sending || !unsaved.size || over) return;
  first = 0;
  sending = post(new Map(unsaved)).finally(() => {
    sending = null;
  });
}

/**
 * @param {string} address
 * @param {URLSearchParams} fields
 * @param {RequestInit} [more]
 */
export const posted = (address, fields, more) =>
  fetch(address, { method: "POST", body: fields, signal: AbortSignal.timeout(TIMEOUT), ...more });

/** @param {Map<string, string>} batch */
async function post(batch) {
  const body = new URLSearchParams([...batch, ["since", form.dataset.since ?? ""]]);
  const { saved } = form.dataset;
  const headers = { "X-CSRFToken": current("csrf_token"), ...(saved !== undefined && { "X-Saved": saved }) };
  const keepalive = body.toString().length < 60000; // browsers allow no more to outlive the page
  const signal = AbortSignal.timeout(timeout(tries));
  const address = form.dataset.save ?? "";
  const answer = await posted(address, body, { headers, keepalive, signal }).catch(() => null); // tried again below
  const json = answer?.headers.get("Content-Type")?.startsWith("application/json");
  const found = json ? await answer?.json().catch(() => null) : null; // if the network goes now, the status has come
  const error = found?.error;
  const done = answer?.status === 204 || (answer?.ok && json); // any other answer is that of a log-in page or a proxy
  if (answer && (done || answer.status === 202)) noteSaved(answer.headers.get("X-Saved"));
  if (done) {
    for (const [name, text] of batch) stored.set(name, text);
    send("elsewhere", found ?? { open: false, changed: null });
    for (const [name, text] of batch) if (current(name) === text) remark(name, found?.remarks?.[name] ?? "");
    forget(batch.keys(), batch);
    if (!refused.size && !over) complain("");
    show(
      unsaved.size ? "saving" : "saved",
      unsaved.size ? "Saving …" : refused.size ? "Some answers are not saved" : "Saved",
    );
    if (unsaved.size) sendSoon(PAUSE);
  } else if (answer?.status === 202) {
    // an earlier request was stored without an answer, or another tab has saved some
    sendSoon(TURN);
  } else if (error && answer?.status === 400) {
    const { field, message, suggestion } = error;
    const name = batch.has(field) ? field : batch.keys().next().value;
    refused.add(name);
    forget([name], batch);
    complain(`Not saved: ${message} ${suggestion ?? ""}`);
    show("failing", "Some answers are not saved");
    sendSoon();
  } else if (error && answer?.status !== 429) {
    // closed, submitted or gone
    finish(`Not saved: ${error.message}`);
  } else {
    if (error) complain(error.message); // so many students have begun that this one has to wait
    show("failing", "Not saved yet. Trying again …");
    if (answer?.status === 400) await renew();
    tries += 1;
    sendSoon(pause(tries, answer?.headers.get("Retry-After")));
  }
}

/**
 * Note when the page's answers were saved. Sent with the next ones, it tells the server that they are not late.
 * @param {string | null} saved  null if something between here and the server takes the header away
 */
export function noteSaved(saved) {
  if (saved === null) delete form.dataset.saved;
  else form.dataset.saved = saved;
}

/**
 * Forget texts that are stored or refused; texts changed since then are still to be sent.
 * @param {Iterable<string>} names
 * @param {Map<string, string>} batch
 */
function forget(names, batch) {
  tries = 0;
  for (const name of [...names]) if (unsaved.get(name) === batch.get(name)) unsaved.delete(name);
}

/** Get a new forgery token from the page: the old one ends with its cookie, for example when the browser restarts. */
export async function renew() {
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(timeout(tries)) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = need("#sheet [name=csrf_token]", HTMLInputElement, page).value;
    need("[name=csrf_token]", HTMLInputElement, form).value = token;
  } catch {
    /* tried again with the next answer */
  }
}

// A button sends only texts that are not stored yet: another tab or phone may have changed the others meanwhile.
form.addEventListener("formdata", ({ formData }) => {
  for (const name of [...formData.keys()]) if (name.includes(".") && !unsaved.has(name)) formData.delete(name);
});
