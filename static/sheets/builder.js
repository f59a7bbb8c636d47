// The builder: downloads and publishing leave the page, so htmx must not handle them; and a reload keeps the sheet.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";
import "../page/requests.js";
import { wholeDraft } from "./draft_fields.js";
import "./draft_history.js";
import "./drafts.js";

// The browser handles a button with its own address: the response may be a file or another page.
document.addEventListener(
  "submit",
  (event) => {
    if (!event.submitter?.hasAttribute("formaction")) return;
    event.stopPropagation();
    keep(); // the response may be an error
  },
  true,
);

// Answers typed in the preview are sent by the button that marks them.
form.addEventListener(
  "change",
  (event) => {
    if (closest(event.target, ".preview", Element)) event.stopPropagation();
  },
  true,
);

// ---- The focus stays in the list when an exercise is removed, and follows a new one ------------------------------

const ids = () => findAll(".exercise", HTMLElement, form).map((exercise) => exercise.id);
let before = ids();

function follow() {
  const after = ids();
  const stays = need("#history", HTMLElement).contains(document.activeElement); // on the buttons for undo and redo
  const come = after.find((id) => !before.includes(id));
  const gone = before.findIndex((id) => !after.includes(id));
  if (come) {
    const exercise = need(`#${CSS.escape(come)}`, HTMLElement);
    if (!stays) find("select", HTMLElement, exercise)?.focus({ preventScroll: true });
    exercise.scrollIntoView({ block: "nearest" });
    say("Exercise added.");
  } else if (gone >= 0) {
    const next = document.getElementById(after[Math.min(gone, after.length - 1)]) ?? need(".adding", HTMLElement, form);
    if (!stays) find("button", HTMLElement, next)?.focus();
    say("Exercise removed. Undo restores it.");
  } else if (after.join() !== before.join()) say("Exercise moved.");
  before = after;
}

// ---- A changed sheet is kept as it was typed, as long as this tab is open ----------------------------------------

const KEPT = "ireval:draft";
const offer = need("#kept", HTMLFormElement);

/** @template T @param {(storage: Storage) => T} use */
const stored = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

const keep = () => stored((storage) => storage.setItem(KEPT, wholeDraft()));
const kept = stored((storage) => storage.getItem(KEPT));
if (kept && kept !== wholeDraft()) {
  const fields = new URLSearchParams(kept);
  offer.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of fields) formData.append(name, value);
  });
  need("span", HTMLElement, offer).textContent = fields.get("title") || "the previous sheet";
  offer.hidden = false;
}
hear("patched", () => {
  follow();
  offer.hidden = true;
  keep();
});
