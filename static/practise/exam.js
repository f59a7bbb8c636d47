// Remembers the answers of a mock exam, as those of single exercises.
import { remarkOn } from "../lessons/progress_store.js";
import { findAll, need } from "../page/elements.js";
import { remember } from "./remembered.js";

const place = need("#remembered", HTMLElement);
let wrong = 0;
for (const { dataset } of findAll("[data-key]", HTMLElement, place)) {
  const { key = "", about = "", outcome = "" } = dataset;
  const text = remarkOn(remember(key, about, outcome === "right"));
  if (text) need(".said", HTMLElement, place).textContent = text;
  if (outcome === "wrong") wrong += 1;
}
place.hidden = !wrong;
