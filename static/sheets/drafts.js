// Drafts with names, kept by this browser: saved, opened and deleted. Every later change of a draft is kept in it.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { make, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { whenReady } from "../page/ready.js";
import { sheetDraft, title } from "./draft_fields.js";
import { draftName, renameDraft, showSheet } from "./draft_history.js";

/** @typedef {{ name: string, saved: string, fields: string }} Draft */

const KEPT = "ireval:drafts";
const place = need("#drafts", HTMLDetailsElement);
const list = need("ul", HTMLUListElement, place);
const field = need("input", HTMLInputElement, place);
const state = need("#draft-state", HTMLElement);
const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
/** @type {Draft | null} */
let gone = null; // the draft that was deleted last, which can be restored

/** @returns {Draft[]} */
function drafts() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((draft) => typeof draft?.name === "string" && typeof draft.fields === "string")
      : [];
  } catch {
    return [];
  }
}

/** @param {Draft[]} all  @returns {boolean} whether the browser keeps them */
function write(all) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

/**
 * Keep what the page shows under this name.
 * @param {string} name
 * @param {boolean} [answered]  whether a field that somebody is typing in counts as the server has answered it
 */
function save(name, answered = true) {
  const others = drafts().filter((draft) => draft.name !== name);
  return write([{ name, saved: new Date().toISOString(), fields: sheetDraft(answered) }, ...others]);
}

/** @param {boolean} [kept] */
function tell(kept = true) {
  const name = draftName();
  state.classList.toggle("wrong", !kept);
  state.textContent = !kept
    ? "The draft cannot be saved: the browser’s storage is full or switched off. Download sheet.json instead."
    : name
      ? `Every change is kept in the draft “${name}”.`
      : "";
  state.hidden = !state.textContent;
  if (!kept) say(state.textContent);
}

function render() {
  const all = drafts();
  need(".count", HTMLElement, place).textContent = all.length ? String(all.length) : "";
  list.replaceChildren(
    ...all.map((draft) => {
      const item = make("li", {});
      const open = make("button", { type: "button", textContent: draft.name, title: "Open" }, item);
      if (draft.name === draftName()) open.setAttribute("aria-current", "true");
      const words = `The draft “${draft.name}” is open. Undo returns to the previous sheet.`;
      open.addEventListener("click", () => showSheet(draft, words));
      const date = new Date(draft.saved);
      make("time", { dateTime: draft.saved, textContent: Number.isNaN(date.getTime()) ? "" : when.format(date) }, item);
      const remove = make("button", { type: "button", className: "plain", textContent: "Delete" }, item);
      remove.setAttribute("aria-label", `Delete the draft “${draft.name}”`);
      remove.addEventListener("click", () => forget(draft));
      return item;
    }),
  );
  if (gone) {
    const lost = gone;
    const item = make("li", { className: "gone", textContent: `“${lost.name}” was deleted. ` });
    make("button", { type: "button", textContent: "Restore" }, item).addEventListener("click", () => {
      gone = null;
      tell(write([lost, ...drafts().filter((draft) => draft.name !== lost.name)]));
      render();
      need("button", HTMLButtonElement, list).focus();
      say(`“${lost.name}” is restored.`);
    });
    list.prepend(item);
  }
}

/** @param {Draft} draft */
function forget(draft) {
  gone = draft;
  write(drafts().filter((other) => other.name !== draft.name));
  if (draft.name === draftName()) renameDraft("");
  tell();
  render();
  need(".gone button", HTMLButtonElement, list).focus();
  say(`“${draft.name}” was deleted.`);
}

need("form", HTMLFormElement, place).addEventListener("submit", (event) => {
  event.preventDefault();
  const name = field.value.trim();
  if (!name) return;
  const replaces = name !== draftName() && drafts().some((draft) => draft.name === name);
  if (replaces && field.dataset.sure !== name) {
    field.dataset.sure = name;
    state.hidden = false;
    state.textContent = `A draft “${name}” already exists. Save again to replace it.`;
    say(state.textContent);
    return;
  }
  delete field.dataset.sure;
  const kept = save(name);
  if (kept) renameDraft(name);
  tell(kept);
  render();
  if (kept) say(`Saved as “${name}”.`);
});

place.addEventListener("toggle", () => {
  if (place.open && !field.value) field.value = draftName() || title();
});
hear("patched", () => {
  const name = draftName();
  tell(!name || save(name));
  render();
});
form.addEventListener("change", ({ isTrusted }) => {
  // the tab may be closed before the answer comes
  const name = draftName();
  if (isTrusted && name) save(name, false);
});
window.addEventListener("storage", ({ key }) => {
  if (key === KEPT) render();
});
whenReady(() => {
  place.hidden = false;
});
tell();
render();
