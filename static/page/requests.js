// The form's requests: every change sends the whole form, the answer is patched in, and the address is updated. Back
// and forward are undo and redo. If the server does not answer, the page says so, marks its numbers as old, and tries
// again.
import { local } from "./address.js";
import { say } from "./announcements.js";
import { hear, send } from "./bus.js";
import { keepFocus, reset } from "./controls.js";
import { find, make, need } from "./elements.js";
import { form } from "./form.js";
import { current, pushLater, replace } from "./history.js";
import { htmx } from "./htmx.js";
import { patchChildren } from "./patch.js";
import { pause, timeout, whenBack } from "./patience.js";

/** @typedef {import("./htmx.js").Request} Request */

let shown = current(); // the address whose state the page shows or has requested
let verb = "";
/** @type {HTMLButtonElement | null} */
let pressed = null; // the button of the last request, if it had one
/** @type {HTMLButtonElement | null} */
let kept = null; // the same, if the server did not answer: the next request has it, too

/** Send the form as it is; without htmx, load the answer as a new page. */
export function post() {
  if (htmx) form.dispatchEvent(new Event("change", { bubbles: true }));
  else form.requestSubmit();
}

let amending = false; // whether the next answer belongs to the same step as the last one

/** The same, as part of the last step: undo takes both back. The last step must have been answered. */
export function amend() {
  amending = true;
  post();
}

// ---- Sending -------------------------------------------------------------------------------------------------

// Before htmx sends a form, it compares every control with every other one. So this element without controls sends for
// the form, whose values the browser collects.
const sender = make("div", { hidden: true }, form.parentElement);
sender.setAttribute("hx-sync", "this:replace");
sender.setAttribute("hx-ext", "patch");
sender.setAttribute("hx-indicator", `#${form.id}`);

/** @param {string} method  @param {string} address  @param {Event} [event] */
const request = (method, address, event) =>
  htmx?.ajax(method, address, { source: sender, target: form, swap: "patch", event }).catch(() => {});
const get = () => request("get", shown);

form.addEventListener("htmx:confirm", (event) => {
  const { detail } = /** @type {CustomEvent<Request>} */ (event);
  event.preventDefault(); // the form itself does not send
  request(detail.verb, detail.path, detail.triggeringEvent);
});

sender.addEventListener("htmx:configRequest", (event) => {
  const { detail } = /** @type {CustomEvent<Request>} */ (event);
  const { triggeringEvent } = detail;
  detail.timeout = timeout(failures);
  verb = detail.verb;
  // htmx adds the last clicked button to every request, but only the button that submits the form belongs to it.
  const submitter = triggeringEvent instanceof SubmitEvent ? triggeringEvent.submitter : null;
  pressed = submitter instanceof HTMLButtonElement ? submitter : verb !== "get" && kept?.isConnected ? kept : null;
});

/** The form's values as htmx sends them. */
const encodeParameters = () =>
  new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, pressed)])).toString();

// A control inside this form may belong to another form; its changes must not be sent here.
form.addEventListener(
  "change",
  (event) => {
    const owner = /** @type {HTMLInputElement} */ (event.target).form;
    if (owner && owner !== form) event.stopPropagation();
  },
  true,
);

// ---- Answers -------------------------------------------------------------------------------------------------

/** @type {import("./htmx.js").HandleSwap} */
function handleSwap(style, _target, fragment) {
  if (style !== "patch") return false;
  // Without the form, the answer came from a proxy or a log-in page, not from the server.
  if (!patchIn(fragment)) fail();
  return true;
}

/** Show the form of an answer. Returns whether it has one.  @param {ParentNode} page */
function patchIn(page) {
  const answer = find("form[data-address]", HTMLFormElement, page);
  if (!answer) return false;
  const { address = "" } = answer.dataset;
  const refused = need('[name="refused"]', HTMLInputElement, answer).value.split(",").filter(Boolean);
  keepFocus(() => patchChildren(form, answer));
  // The answer has the text of refused fields, and the address of the state without it.
  reset();
  form.dataset.address = address;
  if (verb !== "get" && local(address) !== current()) (amending ? replace : pushLater)(local(address));
  amending = false;
  recover();
  send("answered", { refused });
  send("patched", { address, refused });
  return true;
}

/** Show the form of a page that was fetched before it was needed.  @param {string} text */
export function showFetched(text) {
  sender.dispatchEvent(new Event("htmx:abort", { bubbles: true }));
  verb = "get";
  pressed = null;
  return patchIn(new DOMParser().parseFromString(text, "text/html"));
}

// ---- The address ---------------------------------------------------------------------------------------------

hear("patched", () => {
  shown = current();
});

// Back and forward. A link to a part of the page fires popstate too; then the state is the same.
window.addEventListener("popstate", () => {
  if (current() === shown) return;
  shown = current();
  get();
});

// ---- Failures ------------------------------------------------------------------------------------------------

let failures = 0; // in a row
let timer = 0;
/** @type {(() => void) | null} */
let again = null; // sends what the server has not answered

const isWaiting = () => form.classList.contains("htmx-request");

function retry() {
  if (!isWaiting()) again?.();
}

/** @param {Event} [event] */
function fail(event) {
  const xhr = event instanceof CustomEvent ? /** @type {{ xhr?: XMLHttpRequest }} */ (event.detail).xhr : null;
  failures += 1;
  again = verb === "get" ? get : post;
  kept = pressed;
  clearTimeout(timer);
  timer = setTimeout(retry, pause(failures, xhr?.getResponseHeader("Retry-After")));
  form.classList.add("stale");
  const outcome =
    verb === "get"
      ? ", so the page does not show this address yet. It tries again by itself."
      : kept?.name
        ? ", so the button has had no effect yet. The page tries again by itself."
        : ". Your change is kept, and the page sends it again by itself.";
  const marked = form.matches("#lab") ? " Numbers marked “old” are those of the last answer." : "";
  show(`The server did not answer${outcome}${marked}`);
}

/** @param {string} text */
function show(text) {
  const region = need("#refusal", HTMLElement);
  if (region.textContent.startsWith(text)) return; // it was announced after the first failure
  const focused = document.activeElement;
  const button = make("button", { type: "button", textContent: "Try again" });
  // The next answer removes the button, so the focus returns to where it was.
  button.addEventListener("click", () => {
    if (focused instanceof HTMLElement && form.contains(focused)) focused.focus();
    failures = 0;
    again?.();
  });
  const message = make("p", { textContent: `${text} ` });
  message.append(button);
  region.replaceChildren(message);
}

function recover() {
  if (again) say("The server has answered. The numbers are up to date.");
  again = kept = null;
  failures = 0;
  clearTimeout(timer);
  form.classList.remove("stale");
}

whenBack(retry);

/** Whether the server has not answered the last change. */
export const isOpen = () => verb !== "get" && (isWaiting() || Boolean(again));

/** Take back a change that the server has not answered. Returns whether there is one. */
export function withdraw() {
  if (!isOpen()) return false;
  sender.dispatchEvent(new Event("htmx:abort", { bubbles: true }));
  again = null; // nothing is up to date but what is shown
  recover();
  need("#refusal", HTMLElement).replaceChildren();
  reset();
  send("withdrawn", {});
  return true;
}

for (const name of ["htmx:sendError", "htmx:timeout"]) sender.addEventListener(name, fail);
form.addEventListener("htmx:beforeSwap", (event) => {
  if (!(/** @type {CustomEvent<{ shouldSwap: boolean }>} */ (event).detail.shouldSwap)) fail(event);
});

if (htmx) {
  // htmx logs every failed request, even one that a newer change has replaced. The page shows what matters; the logger
  // is called first, so it can remove the error.
  const logged = new Set(["htmx:afterRequest", "htmx:sendAbort", "htmx:sendError", "htmx:timeout"]);
  htmx.logger = (_element, name, detail) => {
    if (logged.has(name)) delete detail.error;
  };
  htmx.defineExtension("patch", { handleSwap, encodeParameters });
} else {
  // htmx could not be loaded: show the button for pages without scripts.
  need("button[hidden]", HTMLButtonElement, form).hidden = false;
}
