// The keys for undo and redo: Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z; on a Mac with the command key.

// These fields undo what is typed into them.
const FIELD = 'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea';

/**
 * Call `undo` and `redo` at their keys, outside of fields and dialogs.
 * @param {() => void} undo
 * @param {() => void} redo
 */
export function listenForUndo(undo, redo) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.altKey || event.isComposing || !(event.ctrlKey || event.metaKey) || !(target instanceof Element)) return;
    const letter = key.toLowerCase();
    const act = letter === "y" || (letter === "z" && event.shiftKey) ? redo : letter === "z" ? undo : null;
    if (!act || target.matches(FIELD) || target.closest("dialog")) return;
    event.preventDefault();
    act();
  });
}
