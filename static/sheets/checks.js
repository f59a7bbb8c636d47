// Checks a student's exercise, and shows more of it on request, without leaving the page. Without JavaScript, the
// form's own buttons do this.
import { say } from "../page/announcements.js";
import { closest, find, findAll, need } from "../page/elements.js";
import {
  complain,
  control,
  current,
  form,
  isStage,
  noteSaved,
  posted,
  renew,
  sendSoon,
  settled,
  show,
  unsaved,
} from "./answers.js";

form.addEventListener("keydown", (event) => {
  const exercise =
    event.key === "Enter" ? closest(closest(event.target, "input", Element), ".exercise", HTMLElement) : null;
  if (!exercise) return;
  event.preventDefault();
  const button = find("[name=check]", HTMLElement, exercise);
  if (button) button.click();
  else sendSoon();
});

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!isStage(button)) return;
  event.preventDefault();
  ask(button);
});

/** @param {HTMLButtonElement} button */
async function ask(button) {
  const old = need(`#exercise-${CSS.escape(button.value)}`, HTMLElement);
  show("saving", button.name === "check" ? "Checking …" : "Saving …");
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
    noteSaved(find("#sheet", HTMLFormElement, page)?.dataset.saved ?? null);
    const fresh = document.adoptNode(need(`#${CSS.escape(old.id)}`, HTMLElement, page));
    replace(old, fresh, taken);
    complain("");
    say(news(fresh, button.name));
  } catch {
    complain(why);
    show(unsaved.size ? "failing" : "saved", unsaved.size ? "Not saved yet. Trying again …" : "Saved");
  }
}

/**
 * What an exercise says now: how many answers are correct; later also what is said of each.
 * @param {HTMLElement} exercise
 * @param {string} stage
 */
function news(exercise, stage) {
  const said = findAll(stage === "check" ? ".standing" : ".standing, .feedback li", HTMLElement, exercise);
  return said.map((element) => element.textContent?.replace(/\s+/g, " ").trim()).join(" ") || "Nothing to check yet.";
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
  const pending = new Set(unsaved.keys());
  old.replaceWith(fresh); // a control that is taken away with the focus reports a change
  for (const name of [...unsaved.keys()]) if (!pending.has(name)) unsaved.delete(name);
  for (const [name, value] of unsaved) if (taken.get(name) === value) unsaved.delete(name);
  for (const [name, value] of typed) {
    const element = unsaved.has(name) ? control(name) : null;
    if (!element) continue;
    element.value = value;
    fresh.classList.add("changed");
  }
  show(unsaved.size ? "saving" : "saved", unsaved.size ? "Saving …" : "Saved");
  if (focused) focusAgain(fresh, focused);
}

/**
 * The focus stays on its control; from a button that is gone it goes to the next one, or to what is said.
 * @param {HTMLElement} fresh
 * @param {Element} focused
 */
function focusAgain(fresh, focused) {
  const [same, name] = [focused.id && document.getElementById(focused.id), focused.getAttribute("name")];
  const next = same || find(`button[name="${name}"]`, HTMLElement, fresh) || find(".further", HTMLElement, fresh);
  (next || find("[name=check]", HTMLElement, fresh) || find(".standing", HTMLElement, fresh))?.focus();
}
