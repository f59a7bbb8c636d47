// Remembers the answer to an exercise. In mixed practice, the next exercise is one that is due for a review, if there
// is one.
import { remarkOn } from "../lessons/progress_store.js";
import { changed, local, valueOf } from "../page/address.js";
import { find, findAll, make, need } from "../page/elements.js";
import { causes, remember } from "./remembered.js";

const form = need(".exercise", HTMLFormElement);
const { key = "", outcome = "", about = "" } = form.dataset;

if (outcome) {
  const text = remarkOn(remember(key, about, outcome === "right"));
  if (text) form.after(make("p", { className: "kept", textContent: text }));
}

const due = causes(new Date()).find((cause) => cause.due);
if (due && valueOf(local(location.href), "mixed") !== null) {
  for (const link of findAll("a.next", HTMLAnchorElement, form)) {
    link.href = changed(link.href, { mixed: due.about });
  }
}

// After an answer, the keyboard goes on where something was said.
if (outcome) find(".standing[tabindex]", HTMLElement)?.focus();
