// Undo and redo in the builder. Each changed field and each button that changes the sheet is a step; the steps are kept
// as long as the tab is open, also when the page is loaded again. The browser's own Back leaves the page: steps have no
// address.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { closest, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { whenReady } from "../page/ready.js";
import { isOpen, post, withdraw } from "../page/requests.js";
import { listenForUndo } from "../page/undo_keys.js";
import { replaceFields, sheetDraft } from "./draft_fields.js";

/**
 * The sheet at one moment, and the name of the draft that it belongs to.
 * @typedef {{ fields: string, name: string }} Step
 */

const KEPT = "ireval:steps";
const MOST = 60;
const [back, forward] = ["#undo", "#redo"].map((id) => need(id, HTMLButtonElement));

/** @template T @param {(storage: Storage) => T} use */
const stored = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

/** The name of the draft that the page shows; empty if it has none. */
export const draftName = () => form.dataset.draft ?? "";

/** @param {string} name */
const nameDraft = (name) => {
  form.dataset.draft = name;
};

/** @param {boolean} [isAnswer]  @returns {Step} */
const now = (isAnswer = false) => ({ fields: sheetDraft(isAnswer), name: draftName() });

/**
 * The steps that this tab has kept, if the page shows the one at their place.
 * @returns {{ steps: Step[], at: number }}
 */
function restored() {
  const here = now();
  try {
    const kept = JSON.parse(stored((storage) => storage.getItem(KEPT)) ?? "");
    if (kept.steps[kept.at].fields === here.fields) return kept;
  } catch {
    /* nothing is kept, or something else */
  }
  return { steps: [here], at: 0 };
}

let { steps, at } = restored();
let answered = at; // the last step that the server has answered; later ones are as they were typed
nameDraft(steps[at]?.name ?? "");

/** @type {{ to: number | null, words: string, name: string } | null} */
let going = null; // the step that is requested, or a sheet from elsewhere (null), and what is said when it has come

/**
 * @param {string} fields
 * @param {{ to: number | null, words: string, name: string }} where
 */
function go(fields, where) {
  going = where;
  replaceFields(fields);
  post();
}

/**
 * Show another sheet in place of this one, as a step that can be undone.
 * @param {Step} step
 * @param {string} words
 */
export const showSheet = (step, words) => go(step.fields, { to: null, words, name: step.name });

/** Let the steps of this draft belong to the draft of another name.  @param {string} name */
export function renameDraft(name) {
  const old = draftName();
  steps = steps.map((step) => (step.name === old ? { ...step, name } : step));
  nameDraft(name);
  keep();
}

/** @param {number} by  @param {string} words  @param {string} none */
function travel(by, words, none) {
  const step = steps[at + by];
  if (by < 0 && withdraw()) say(words);
  else if (step && !isOpen()) go(step.fields, { to: at + by, words, name: step.name });
  else say(none);
}

const undo = () => travel(-1, "Undone.", "There is nothing to undo.");
const redo = () => travel(1, "Redone.", "There is nothing to redo.");

function keep() {
  stored((storage) => storage.setItem(KEPT, JSON.stringify({ steps, at })));
}

/** They stay focusable, so that the last undo does not lose the focus. */
function refresh() {
  back.setAttribute("aria-disabled", String(!at && !isOpen()));
  forward.setAttribute("aria-disabled", String(at === steps.length - 1 || isOpen()));
}

function stop() {
  going = null;
  replaceFields(null);
}

whenReady(() => {
  back.addEventListener("click", undo);
  forward.addEventListener("click", redo);
  listenForUndo(undo, redo);
  need("#history", HTMLElement).hidden = false;
});

// Somebody who changes something meanwhile wants that change, and not the step.
form.addEventListener(
  "change",
  (event) => {
    if (!event.isTrusted) return;
    stop();
    if (!closest(event.target, ".preview", Element)) add(now());
  },
  true,
);
form.addEventListener(
  "submit",
  (event) => {
    if (!event.submitter) return;
    stop();
    answered = at; // the button's own step comes with the answer
  },
  true,
);

/** Add a step, if it differs from the last one.  @param {Step} step */
function add(step) {
  if (step.fields === steps[at]?.fields && step.name === steps[at]?.name) return;
  steps = [...steps.slice(0, at + 1), step];
  const surplus = Math.max(steps.length - MOST, 0);
  steps = steps.slice(surplus);
  at = steps.length - 1;
  answered -= surplus;
}

hear("patched", () => {
  const went = going;
  stop();
  if (went) {
    nameDraft(went.name);
    say(went.words);
  }
  const step = now(true);
  if (went?.to !== null && went) {
    at = went.to;
    steps[at] = step;
  } else if (answered < at) steps[at] = step;
  else add(step);
  answered = at;
  keep();
  refresh();
});
hear("withdrawn", () => {
  stop();
  steps = steps.slice(0, answered + 1);
  at = answered;
  refresh();
});
document.addEventListener("htmx:beforeRequest", () => queueMicrotask(refresh)); // a request can be taken back
refresh();
