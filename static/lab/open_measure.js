// The open measure: when another one is opened, its name and score are announced.
import { say } from "../page/announcements.js";
import { hear } from "../page/bus.js";
import { find, need } from "../page/elements.js";
import { form } from "../page/form.js";
import { measure } from "../why/verdict.js";

let before = measure();

hear("patched", () => {
  const now = measure();
  if (now === before) return;
  before = now;
  const title = need("#open-title", HTMLElement, form).textContent.trim().replace(/\s+/g, " ");
  const hidden = find(".work.unread", HTMLElement, form); // the steps have not reached the score
  const score = hidden ? null : find(".title output", HTMLElement, form);
  say(score ? `${title}: ${score.textContent.trim()}.` : `${title}.`);
});
