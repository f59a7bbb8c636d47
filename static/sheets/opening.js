// Opens the sheet of a student when its time has come. Not all students whose time this is come in the same second; who
// does not want to wait has the button. The page has the time left from the server, whatever clock this computer has.
import { find } from "../page/elements.js";

const LONGEST = 2 ** 31 - 1; // ms: a browser would call a later timer at once
const APART = 20000; // ms within which the students of a minute come

const notice = find("#opening", HTMLElement);
const left = Number(notice?.dataset.left ?? LONGEST);

if (notice && left < LONGEST - APART) {
  const words = find("span", HTMLElement, notice);
  if (words) words.textContent = "This page then opens it, within 20 seconds. You need not reload it.";
  setTimeout(() => location.reload(), left + Math.random() * APART);
}
