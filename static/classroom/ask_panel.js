// What can be asked about the view on the screen: a small panel over it. One key or click asks; a room is opened first
// if there is none.
import { closest, find, findAll, need } from "../page/elements.js";
import { position } from "./remote_commands.js";
import { act } from "./room_feed.js";

const panel = need("#corner-offers", HTMLDialogElement);
const corner = need("#corner", HTMLElement);

/** Open the panel. */
export async function openOffers() {
  if (panel.open) return;
  panel.textContent = "…";
  panel.showModal();
  try {
    const { address: view, question } = position();
    const answer = await fetch(`${corner.dataset.offers}?${new URLSearchParams({ view, question })}`);
    show(await answer.text());
  } catch {
    panel.textContent = "No network. Close this with Escape, and try again.";
  }
}

/** Open a room without a question. */
export async function openRoom() {
  await openOffers();
  find("#open-room", HTMLFormElement, panel)?.requestSubmit();
}

/** Ask a question about the view on the screen by its key.  @param {string} key */
export async function askOffer(key) {
  await openOffers();
  findAll("#offers button", HTMLButtonElement, panel)
    .find((button) => button.value === key)
    ?.click();
}

/** @param {string} text */
function show(text) {
  const answer = new DOMParser().parseFromString(text, "text/html");
  panel.replaceChildren(...answer.body.childNodes);
  (find("[autofocus]", HTMLElement, panel) ?? find("#own-line", HTMLElement, panel))?.focus();
}

panel.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = new FormData(form, /** @type {SubmitEvent} */ (event).submitter);
  if (fields.get("offer") === "prepared") fields.set("line", position().question); // it says what is correct
  const answer = await act(form.id === "open-room" ? "open" : "ask", fields);
  if (answer?.ok) panel.close();
  else if (answer) show(await answer.text());
});

panel.addEventListener("click", ({ target }) => {
  if (target === panel || closest(target, "[data-close]", HTMLElement)) panel.close();
});

panel.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || !/^[1-9]$/.test(event.key)) return;
  const button = findAll("#offers button", HTMLButtonElement, panel)[Number(event.key) - 1];
  if (!button) return;
  event.preventDefault();
  button.click();
});
