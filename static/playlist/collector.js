// "Add to playlist" in the lab.
import { valueOf } from "../page/address.js";
import { find, need } from "../page/elements.js";
import { address } from "../page/form.js";
import { addItem, reason } from "./collection.js";
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
  const found = await addItem(to, address());
  const step = valueOf(address(), "step");
  show(`Added as item ${found.count}: ${found.title}${step === null ? "" : `, from row ${step}`}.`, true);
}

link?.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  add(link.dataset.add ?? "").catch((error) => {
    show(reason(error), false);
  });
});

const box = find("#collected", HTMLElement);
if (box) {
  need("button", HTMLButtonElement, box).addEventListener("click", () => {
    keep(before);
    show("The view is no longer in the playlist.", false);
    link?.focus();
  });
  // It closes as other menus do, but not at the click that opened it.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !box.parentElement?.contains(target)) box.hidePopover();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && box.matches(":popover-open")) box.hidePopover();
  });
}
