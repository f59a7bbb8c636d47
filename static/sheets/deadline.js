// Tells a student who is writing when the deadline comes and when it passes. The server's clock decides; the page
// has the time left from it, so it does not matter if the clock of this computer is wrong.
import { say } from "../page/announcements.js";
import { find } from "../page/elements.js";
import { finish, sendSoon, settled, unsaved } from "./answers.js";

const LONGEST = 2 ** 31 - 1; // ms: a browser would call a later timer at once
const BEFORE = 5 * 60000; // ms before the deadline that the student is reminded
const NOTICE = 2000; // ms before the deadline that everything is sent, whether or not somebody is typing

const element = find("#deadline", HTMLElement);
const left = Number(element?.dataset.left ?? 0);

if (element && left > 0 && left < LONGEST) {
  const remind = () => {
    const minutes = Math.max(1, Math.round(Math.min(left, BEFORE) / 60000));
    const text = `${minutes} ${minutes === 1 ? "minute" : "minutes"} left until the deadline.`;
    element.append(` ${text}`);
    say(text);
  };
  const end = async () => {
    await settled();
    if (element.dataset.late === "accepted") {
      element.textContent = "The deadline has passed. Answers are still accepted, and marked as late.";
      say(element.textContent);
    } else if (unsaved.size) {
      sendSoon(); // the server says if it is too late
      setTimeout(end, NOTICE);
    } else {
      finish("The deadline has passed. Answers saved before it are kept, and count. Reload this page to see them.");
    }
  };
  setTimeout(remind, Math.max(0, left - BEFORE));
  setTimeout(sendSoon, Math.max(0, left - NOTICE));
  setTimeout(end, left);
}
