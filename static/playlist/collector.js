// "Add to playlist" in the lab: the server appends the view to the playlist's code, and this browser keeps the code.
import { valueOf } from "../page/address.js";
import { find, need } from "../page/elements.js";
import { address } from "../page/form.js";
import { keep, kept } from "./storage.js";

const link = find("#collect", HTMLAnchorElement);
let before = "";

/** @param {string} text  @param {boolean} undoable */
function show(text, undoable) {
  const box = need("#collected", HTMLElement);
  need("span", HTMLElement, box).textContent = text;
  need("button", HTMLButtonElement, box).hidden = !undoable;
  box.showPopover();
}

/** @param {string} to */
async function add(to) {
  before = kept();
  const answer = await fetch(to, { method: "POST", body: new URLSearchParams({ items: before, lab: address() }) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${found.error.message} ${found.error.suggestion ?? ""}`);
  if (!keep(found.items)) throw new Error("Not added: this browser does not allow pages to keep anything.");
  const step = valueOf(address(), "step");
  show(`Added as item ${found.count}: ${found.title}${step === null ? "" : `, from row ${step}`}.`, true);
}

link?.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  add(link.dataset.add ?? "").catch((error) => {
    show(error instanceof TypeError ? "Not added: the server did not answer." : error.message, false);
  });
});

const box = find("#collected", HTMLElement);
if (box) {
  need("button", HTMLButtonElement, box).addEventListener("click", () => {
    keep(before);
    show("The view is not in the playlist any longer.", false);
    link?.focus();
  });
  // It closes as other menus do, but not at the click that opened it.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !box.parentElement?.contains(target)) box.hidePopover();
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && box.matches(":popover-open")) box.hidePopover(); });
}
