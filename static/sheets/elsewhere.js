// Says that a student's key is open on another device, and that answers were changed there, and loads these. Without
// JavaScript, the page says so when it is loaded.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { find, findAll, need } from "../page/elements.js";
import { control, current, form, refused, unsaved } from "./answers.js";

const PAUSE = 20000; // ms between two questions while the page is visible

const notice = need("#elsewhere", HTMLElement);
const text = need("p", HTMLElement, notice);
const also = need("#also", HTMLElement); // stays in sight
const button = need("button", HTMLButtonElement, notice);
let timer = 0;
let said = notice.hidden ? "" : text.textContent;

/** @param {string} moment */
const time = (moment) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** @param {import("../page/bus.js").Elsewhere} news */
function show({ open, changed }) {
  const words = changed
    ? `Your answers were changed on another device at ${time(changed)}.`
    : open
      ? "This key is also open on another device. If it is not yours, tell the person who gave you the key."
      : "";
  button.hidden = !changed;
  also.hidden = !open;
  notice.classList.toggle("changed", Boolean(changed));
  notice.hidden = !words;
  if (words && words !== said) say(words);
  if (words !== said) text.textContent = said = words;
}

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
}

async function ask() {
  askSoon();
  if (document.hidden) return;
  const since = new URLSearchParams({ since: form.dataset.since ?? "" });
  const answer = await fetch(`${form.dataset.elsewhere}?${since}`).catch(() => null); // asked again later
  if (answer?.ok) show(answer.status === 204 ? { open: false, changed: null } : await answer.json());
}

/** @param {string} name  @param {string} value */
export function put(name, value) {
  if (current(name) === value) return;
  const buttons = findAll(`[type=radio][name="${CSS.escape(name)}"]`, HTMLInputElement, form);
  for (const radio of buttons) radio.checked = radio.value === value;
  const element = buttons[0] ?? control(name);
  if (!buttons.length && element) element.value = value;
  element?.closest(".exercise")?.classList.add("changed");
}

/** Show the answers that are stored now, but keep whatever was typed here and is not stored. */
async function load() {
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const fresh = page && find("#sheet", HTMLFormElement, page);
  if (!fresh) {
    say("Not loaded. Try again.");
    return;
  }
  if (!find("#state", HTMLElement, fresh)) {
    // submitted or closed meanwhile
    location.reload();
    return;
  }
  const stored = new FormData(fresh);
  const names = new Set([...form.elements].map((element) => element.getAttribute("name") ?? ""));
  for (const name of names) {
    if (name.includes(".") && !unsaved.has(name) && !refused.has(name)) put(name, String(stored.get(name) ?? ""));
  }
  form.dataset.since = fresh.dataset.since;
  show({ open: false, changed: null });
  say("Loaded.");
  need("#main", HTMLElement).focus({ preventScroll: true });
  void ask();
}

button.addEventListener("click", load);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void ask();
});
hear("elsewhere", (news) => {
  show(news);
  askSoon();
});
void ask();
