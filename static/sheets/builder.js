// The builder: files and publishing leave the page, so htmx must not take them; and the sheet outlives a reload.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";
import "../page/requests.js";

// A button with an address of its own is the browser's: an answer may be a file or another page.
document.addEventListener("submit", (event) => {
  if (!event.submitter?.hasAttribute("formaction")) return;
  event.stopPropagation();
  keep(); // the answer may be that it cannot be done now
}, true);

// Answers tried in the preview wait for the button that marks them.
form.addEventListener("change", (event) => {
  if (closest(event.target, ".preview", Element)) event.stopPropagation();
}, true);

// ---- The focus stays in the list when an exercise goes, and follows one that comes -------------------------------

const ids = () => findAll(".exercise", HTMLElement, form).map((exercise) => exercise.id);
let before = ids();

function follow() {
  const after = ids();
  const come = after.find((id) => !before.includes(id));
  const gone = before.findIndex((id) => !after.includes(id));
  if (come) {
    const exercise = need(`#${CSS.escape(come)}`, HTMLElement);
    find("select", HTMLElement, exercise)?.focus({ preventScroll: true });
    exercise.scrollIntoView({ block: "nearest" });
    say("Exercise added.");
  } else if (gone >= 0) {
    const next = document.getElementById(after[Math.min(gone, after.length - 1)]) ?? need(".adding", HTMLElement, form);
    find("button", HTMLElement, next)?.focus();
    say("Exercise removed. It can be put back.");
  } else if (after.join() !== before.join()) say("Exercise moved.");
  before = after;
}

// ---- A sheet that was changed is kept as it was typed, for as long as this tab is open ---------------------------

const KEPT = "ireval:draft";
const offer = need("#kept", HTMLFormElement);

/** @template T @param {(storage: Storage) => T} use */
const stored = (use) => { try { return use(sessionStorage); } catch { return null; } };

function draft() {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (name !== "csrf_token") fields.append(name, String(value));
  return fields.toString();
}

const keep = () => stored((storage) => storage.setItem(KEPT, draft()));
const kept = stored((storage) => storage.getItem(KEPT));
if (kept && kept !== draft()) {
  const fields = new URLSearchParams(kept);
  offer.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of fields) formData.append(name, value);
  });
  need("span", HTMLElement, offer).textContent = fields.get("title") || "the sheet before";
  offer.hidden = false;
}
hear("patched", () => {
  follow();
  offer.hidden = true;
  keep();
});
