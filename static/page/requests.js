// The form's requests: the whole form at every change, the answer patched in, the address kept in step, back and forward
// as undo and redo, and a message on the page when the server does not answer.
import { local } from "./address.js";
import { hear, send } from "./bus.js";
import { keepFocus, reset } from "./controls.js";
import { make, need } from "./elements.js";
import { form } from "./form.js";
import { htmx } from "./htmx.js";
import { patchChildren } from "./patch.js";

/** @typedef {import("./htmx.js").Request} Request */

let shown = local(location.href); // the address whose state the page shows, or has asked for
let verb = "";
/** @type {HTMLButtonElement | null} */
let pressed = null; // the button of the last request, if it had one

/** Send the form as it is; without htmx as a page of its own. */
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
  // htmx adds the button that was clicked last to every request; only one that submits the form belongs to it.
  const submitter = triggeringEvent instanceof SubmitEvent ? triggeringEvent.submitter : null;
  pressed = submitter instanceof HTMLButtonElement ? submitter : null;
  detail.parameters = verb === "get" ? {} : new FormData(form, pressed);
});

// A control may stand in this form and belong to another one: its changes are not ours to send.
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
    fail(); // a proxy or a log-in page spoke in the server's place
    return true;
  }
  const { address = "" } = answer.dataset;
  const refused = need('[name="refused"]', HTMLInputElement, answer).value !== "";
  keepFocus(() => patchChildren(form, answer));
  if (!refused) {
    reset();
    form.dataset.address = address;
    if (verb !== "get" && local(address) !== local(location.href)) history.pushState(null, "", local(address));
  }
  send("patched", { address, refused });
  return true;
}

// ---- The address ---------------------------------------------------------------------------------------------

hear("patched", ({ refused }) => { if (!refused) shown = local(location.href); });

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
  // The button goes with the next answer: hand the focus back to where it was.
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
  // htmx writes every request that fails to the console, even one that a newer change has overtaken. The page says
  // what matters; its logger is called before, and so can take the error away.
  const failures = new Set(["htmx:afterRequest", "htmx:sendAbort", "htmx:sendError", "htmx:timeout"]);
  htmx.logger = (_element, name, detail) => { if (failures.has(name)) delete detail.error; };
  htmx.defineExtension("patch", { handleSwap });
} else {
  // htmx did not arrive: show the button that the page has without scripts.
  need("button[hidden]", HTMLButtonElement, form).hidden = false;
}
