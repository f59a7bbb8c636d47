// Enter my ranking: the form with a live preview, and the dialog around it in the lab. The server reads the text.
import { withQuery } from "../page/address.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { push } from "../page/history.js";
import { patchChildren } from "../page/patch.js";

const WAIT = 250; // milliseconds after the last key
const form = need("#entry-form", HTMLFormElement);
const dialog = find("dialog#entry", HTMLDialogElement);
let timer = 0;
let latest = 0; // only the answer to the last request is shown

form.classList.add("is-live");

/** @param {string} wish */
async function ask(wish) {
  clearTimeout(timer);
  const mine = ++latest;
  const body = new FormData(form);
  body.set("do", wish);
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (mine !== latest) return;
    if (response.status === 201) return leave(response.headers.get("Location") ?? "");
    const answer = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#entry-form");
    if (mine !== latest) return;
    if (!answer) throw new Error("The answer has no form.");
    show(answer);
    if (wish === "use") find('[aria-invalid="true"]', HTMLElement, form)?.focus();
  } catch {
    if (mine === latest) unanswered();
  }
}

/** @param {Element} answer */
function show(answer) {
  patchChildren(form, answer);
  offerCancel();
}

function unanswered() {
  need("#entry-unanswered", HTMLElement, form).hidden = false; // the next answer hides it again
}

/** Show the lab with the list that was entered. @param {string} address */
function leave(address) {
  if (!dialog || document.body.classList.contains("front")) return location.assign(address); // to the lab
  dialog.close();
  for (const field of findAll("input:not([type=hidden], [type=radio]), textarea", HTMLElement, form)) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = "";
  }
  push(withQuery(need("#lab", HTMLFormElement).dataset.address ?? "", address)); // also in a frame
  window.dispatchEvent(new PopStateEvent("popstate")); // the lab loads the state of the address, as after Back
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  latest += 1;
  timer = window.setTimeout(() => ask("preview"), WAIT);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(event.submitter instanceof HTMLButtonElement && event.submitter.value === "preview" ? "preview" : "use");
});
form.addEventListener("keydown", (event) => {
  const isText = event.target instanceof HTMLTextAreaElement;
  if (event.key === "Enter" && isText && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    ask("use");
  }
});

// ---- The dialog ------------------------------------------------------------------------------------------------

function offerCancel() {
  const cancel = find(".cancel", HTMLButtonElement, form);
  if (cancel && dialog) cancel.hidden = false;
}

document.addEventListener("click", (event) => {
  const link = closest(event.target, "a[data-enter]", HTMLAnchorElement);
  if (!dialog || !link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  need('[name="was"]', HTMLInputElement, form).value = link.search.slice(1);
  dialog.showModal();
  need("textarea", HTMLTextAreaElement, form).focus();
  ask("preview");
});
form.addEventListener("click", (event) => {
  if (closest(event.target, ".cancel", HTMLElement)) dialog?.close();
});
offerCancel();
