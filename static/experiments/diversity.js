// The page of diversity: the numbers follow the slider, arrow keys go from mark to mark, and a document that is
// moved keeps the focus.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import "../charts/picture.js";
import { closest, find, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { canRedo, canUndo, goBack, goForward } from "../page/history.js";
import "../page/projector_view.js";
import { amend, post } from "../page/requests.js";
import { listenForUndo } from "../page/undo_keys.js";

// Without steps of its own there is nothing to undo, and the page stays.
listenForUndo(
  () => {
    if (canUndo()) goBack();
  },
  () => {
    if (canRedo()) goForward();
  },
);

// ---- The slider --------------------------------------------------------------------------------------------------

const alpha = need("#alpha", HTMLInputElement);
const shown = need("#alpha-shown", HTMLOutputElement);
/** @type {"no" | "begun" | "answered"} */
let moving = "no"; // the slider is, and the server has answered since

function showAlpha() {
  const sign = shown.textContent.includes(",") ? "," : ".";
  shown.textContent = alpha.value.replace(".", sign);
}

// The numbers follow the slider; the whole way is one step for undo.
alpha.addEventListener("input", () => {
  showAlpha();
  if (moving === "no") moving = "begun";
  if (moving === "answered") amend();
  else post();
});
alpha.addEventListener("change", () => {
  moving = "no";
});
hear("patched", () => {
  if (moving === "no") return;
  moving = "answered";
  showAlpha(); // the answer is about where the slider was
});

// ---- The matrix --------------------------------------------------------------------------------------------------

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

form.addEventListener("keydown", (event) => {
  const mark = closest(event.target, "#matrix [type=checkbox]", HTMLInputElement);
  const row = mark?.closest("tr");
  const isChord = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!mark || !row || !(event.key in STEPS) || isChord) return;
  event.preventDefault();
  const [down, across] = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  /** @param {ParentNode} [within] */
  const marks = (within) => findAll("[type=checkbox]", HTMLInputElement, within);
  const rows = findAll("#matrix tr", HTMLTableRowElement).filter((each) => marks(each).length);
  const to = rows[rows.indexOf(row) + down];
  if (to) marks(to)[marks(row).indexOf(mark) + across]?.focus();
});

// ---- What is moved keeps the focus, and what has changed is announced ----------------------------------------------

/** @type {string | null} */
let moved = null; // what the pressed button did

form.addEventListener("click", ({ target }) => {
  moved = closest(target, 'button[value^="move "]', HTMLButtonElement)?.value ?? null;
});

/** Each measure with its score. */
const scores = () =>
  new Map(
    findAll(".scores li", HTMLElement, form).map((item) => [
      find("a", HTMLElement, item)?.textContent ?? "",
      find("strong", HTMLElement, item)?.textContent ?? "",
    ]),
  );
let before = scores();

hear("patched", ({ refused }) => {
  const [, from, to] = moved?.split(" ") ?? [];
  moved = null;
  if (to && !refused.length) follow(Number(from), Number(to));
  const after = scores();
  const changed = [...after].filter(([label, score]) => before.get(label) !== score);
  before = after;
  if (!refused.length) say(changed.map(([label, score]) => `${label} ${score}`).join(", ") || "No score has changed.");
});

/**
 * Focus the button that moves the same document on or, at an end of the ranking, back.
 * @param {number} from
 * @param {number} to
 */
function follow(from, to) {
  const row = need(`#doc-${to}`, HTMLElement);
  const buttons = findAll('button[value^="move "]', HTMLButtonElement, row);
  (buttons.find((button) => Number(button.value.split(" ")[2]) - to === to - from) ?? buttons[0])?.focus();
}
