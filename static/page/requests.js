// The form's requests: every change sends the whole form, the answer is patched in, and the address is updated. Back and
// forward are undo and redo. If the server does not answer, the page shows a message.
import { local } from "./address.js";
import { hear, send } from "./bus.js";
import { keepFocus, reset } from "./controls.js";
import { make, need } from "./elements.js";
import { form } from "./form.js";
import { htmx } from "./htmx.js";
import { patchChildren } from "./patch.js";

/** @typedef {import("./htmx.js").Request} Request */

let shown = local(location.href); // the address whose state the page shows or has requested
let verb = "";
/** @type {HTMLButtonElement | null} */
let pressed = null; // the button of the last request, if it had one

/** Send the form as it is; without htmx, load the answer as a new page. */
export function post() {
  if (htmx) form.dispatchEvent(new Event("change", { bubbles: true }));
  else form.requestSubmit();
}

const get = () => htmx?.ajax("get", shown, { source: form, target: form, swap: "patch" }).catch(() => {});

// ---- Sending -------------------------------------------------------------------------------------------------

form.addEventListener("htmx:configRequest", (event) => {
  const { detail } = /** @type {CustomEvent<Request>} */ (event);
  const { triggeringEvent } = detail;
  verb = detail.verb;
  // htmx adds the last clicked button to every request, but only the button that submits the form belongs to it.
  const submitter = triggeringEvent instanceof SubmitEvent ? triggeringEvent.submitter : null;
  pressed = submitter instanceof HTMLButtonElement ? submitter : null;
  detail.parameters = verb === "get" ? {} : new FormData(form, pressed);
});

// A control inside this form may belong to another form; its changes must not be sent here.
form.addEventListener("change", (event) => {
  const owner = /** @type {HTMLInputElement} */ (event.target).form;
  if (owner && owner !== form) event.stopPropagation();
}, true);

// ---- Answers -------------------------------------------------------------------------------------------------

/** @type {import("./htmx.js").HandleSwap} */
function handleSwap(style, _target, fragment) {
  if (style !== "patch") return false;
  const answer = fragment.querySelector("form[data-address]");
  if (!(answer instanceof HTMLFormElement)) {
    fail(); // the answer came from a proxy or a log-in page, not from the server
    return true;
  }
  const { address = "" } = answer.dataset;
  const refused = need('[name="refused"]', HTMLInputElement, answer).value.split(",").filter(Boolean);
  keepFocus(() => patchChildren(form, answer));
  // The answer has the text of refused fields, and the address of the state without it.
  reset();
  form.dataset.address = address;
  if (verb !== "get" && local(address) !== local(location.href)) history.pushState(null, "", local(address));
  send("patched", { address, refused });
  return true;
}

// ---- The address ---------------------------------------------------------------------------------------------

hear("patched", () => { shown = local(location.href); });

// Back and forward. A link to a part of the page fires popstate too; then the state is the same.
window.addEventListener("popstate", () => {
  if (local(location.href) === shown) return;
  shown = local(location.href);
  get();
});

// ---- Failures ------------------------------------------------------------------------------------------------

function fail() {
  const last = pressed;
  const [text, again] = verb === "get"
    ? ["The server did not answer, so the page does not show this address yet.", get]
    : last?.name ? ["The server did not answer, so the button had no effect.", () => last.click()]
    : ["The server did not answer. Your change is kept and will be sent again with your next change.", post];
  const focused = document.activeElement;
  const button = make("button", { type: "button", textContent: "Try again" });
  // The next answer removes the button, so the focus returns to where it was.
  button.addEventListener("click", () => {
    if (focused instanceof HTMLElement && form.contains(focused)) focused.focus();
    again();
  });
  need("#refusal", HTMLElement).replaceChildren(`${text} `, button);
}

for (const name of ["htmx:sendError", "htmx:timeout"]) form.addEventListener(name, fail);
form.addEventListener("htmx:beforeSwap", (event) => {
  if (!(/** @type {CustomEvent<{ shouldSwap: boolean }>} */ (event).detail.shouldSwap)) fail();
});

if (htmx) {
  // htmx logs every failed request, even one that a newer change has replaced. The page shows what matters; the logger
  // is called first, so it can remove the error.
  const failures = new Set(["htmx:afterRequest", "htmx:sendAbort", "htmx:sendError", "htmx:timeout"]);
  htmx.logger = (_element, name, detail) => { if (failures.has(name)) delete detail.error; };
  htmx.defineExtension("patch", { handleSwap });
} else {
  // htmx could not be loaded: show the button for pages without scripts.
  need("button[hidden]", HTMLButtonElement, form).hidden = false;
}
