// Undo and redo, by buttons and keys. They lead along the page's own entries in the browser's history, never to another
// page.
import { say } from "../../page/announcements.js";
import { hear, send } from "../../page/bus.js";
import { need } from "../../page/elements.js";
import { canRedo, canUndo, goBack, goForward } from "../../page/history.js";
import { isOpen, withdraw } from "../../page/requests.js";
import { listenForUndo } from "../../page/undo_keys.js";

const [back, forward] = ["#undo", "#redo"].map((id) => need(id, HTMLButtonElement));

let words = ""; // announced together with what it changed

/** @param {string} text  @param {() => void} go */
function travel(text, go) {
  words = text;
  send("remark", { text });
  go();
}

function undo() {
  if (withdraw()) say("Undone.");
  else if (canUndo()) travel("Undone.", goBack);
  else say("There is nothing to undo.");
}

function redo() {
  if (canRedo() && !isOpen()) travel("Redone.", goForward);
  else say("There is nothing to redo.");
}

/** They stay focusable, so that the last undo does not lose the focus. */
function refresh() {
  back.setAttribute("aria-disabled", String(!canUndo() && !isOpen()));
  forward.setAttribute("aria-disabled", String(!canRedo() || isOpen()));
}

back.addEventListener("click", undo);
forward.addEventListener("click", redo);

listenForUndo(undo, redo);

refresh();
hear("settled", () => {
  if (words) say(words);
  words = "";
  refresh();
});
hear("withdrawn", refresh);
window.addEventListener("popstate", refresh);
document.addEventListener("htmx:beforeRequest", () => queueMicrotask(refresh)); // a request can be taken back
