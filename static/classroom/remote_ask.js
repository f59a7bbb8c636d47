// The remote asks: a question that is accepted leads back to the remote, which then shows the answers.
import { closest, need } from "../page/elements.js";
import { timeout } from "../page/patience.js";

const network = need("#network", HTMLElement);
let sending = false;

/** @param {HTMLFormElement} form  @param {HTMLElement | null} button */
async function send(form, button) {
  if (sending) return;
  sending = true;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
  const headers = { "HX-Request": "true" };
  const signal = AbortSignal.timeout(timeout(0));
  const answer = await fetch(form.action, { method: "POST", body, headers, signal }).catch(() => null);
  sending = false;
  if (answer?.ok) {
    location.href = need("#remote-page", HTMLAnchorElement).href;
    return;
  }
  network.hidden = false;
  network.textContent = answer ? "This was not accepted." : "No connection: this was not sent. Press it again.";
}

document.addEventListener("submit", (event) => {
  const form = closest(event.target, "form[data-asks]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  send(form, event.submitter);
});
