// Checks a student's exercise without leaving the page. Without JavaScript, the form's own buttons do this.
import { local } from "../page/address.js";
import { say } from "../page/announcements.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { complain, control, current, form, posted, renew, sendSoon, settled, show, unsaved } from "./answers.js";

form.addEventListener("keydown", (event) => {
  const exercise = event.key === "Enter" ? closest(closest(event.target, "input", Element), ".exercise", HTMLElement) : null;
  if (!exercise) return;
  event.preventDefault();
  const button = find("[name=check]", HTMLElement, exercise);
  if (button) button.click();
  else sendSoon();
});

form.addEventListener("submit", (event) => {
  if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.name !== "check") return;
  event.preventDefault();
  check(event.submitter);
});

/** @param {HTMLButtonElement} button */
async function check(button) {
  const old = need(`#exercise-${CSS.escape(button.value)}`, HTMLElement);
  show("saving", "Checking …");
  await settled();
  const taken = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) taken.append(name, String(value));
  let why = "The server did not answer as expected, so nothing was checked. Try again.";
  try {
    const answer = await posted(form.action, taken);
    if (answer.status === 400) await renew();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const advice = page.querySelector(".error p")?.textContent;
    if (advice && answer.status > 400 && answer.status < 500) why = `Not checked: ${advice}`;
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = document.adoptNode(need(`#${CSS.escape(old.id)}`, HTMLElement, page));
    replace(old, fresh, taken);
    form.action = local(answer.url);
    history.replaceState(null, "", local(answer.url));
    complain("");
    say(`Checked: ${need(".points", HTMLElement, fresh).textContent}.`);
  } catch {
    complain(why);
    show(unsaved.size ? "failing" : "saved", unsaved.size ? "Not saved yet. Trying again …" : "Saved");
  }
}

/**
 * Show the marked exercise in place of the one that was sent, with the focus and the texts typed since then.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 * @param {URLSearchParams} taken
 */
function replace(old, fresh, taken) {
  const names = findAll("[name]", HTMLElement, old).map((element) => element.getAttribute("name") ?? "");
  const typed = names.map((name) => [name, current(name)]);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(fresh);
  for (const [name, value] of unsaved) if (taken.get(name) === value) unsaved.delete(name);
  for (const [name, value] of typed) {
    const element = unsaved.has(name) ? control(name) : null;
    if (!element) continue;
    element.value = value;
    fresh.classList.add("changed");
  }
  show(unsaved.size ? "saving" : "saved", unsaved.size ? "Saving …" : "Saved");
  if (focused) (document.getElementById(focused.id) ?? find("[name=check]", HTMLElement, fresh))?.focus();
}
