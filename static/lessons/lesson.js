// A lesson's questions are checked without leaving the page. Without JavaScript their forms do the same.
import { closest, find, need } from "../page/elements.js";
import { addItem, reason } from "../playlist/collection.js";
import { record } from "./record.js";

document.addEventListener("submit", (event) => {
  const quiz = closest(event.target, ".quiz", HTMLFormElement);
  if (!quiz) return;
  event.preventDefault();
  check(quiz, event.submitter);
});

/**
 * Send the answers, and show the question with its marks.
 * @param {HTMLFormElement} quiz
 * @param {HTMLElement | null} button
 */
async function check(quiz, button) {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(quiz, button)) sent.append(name, String(value));
  const standing = need(".standing", HTMLElement, quiz);
  try {
    const answer = await fetch(quiz.action, { method: "POST", body: sent, headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = document.adoptNode(need(`#${CSS.escape(quiz.id)}`, HTMLFormElement, page));
    quiz.replaceWith(fresh);
    need(".standing", HTMLElement, fresh).focus();
    record(fresh);
    if ("done" in fresh.dataset) open(fresh);
  } catch {
    standing.textContent = "The server did not answer, so nothing was checked. Try again.";
  }
}

/** Open what follows a question that is done, up to the next one, as on whole pages.  @param {Element} quiz */
function open(quiz) {
  for (let next = quiz.nextElementSibling; next && !next.matches(".quiz"); next = next.nextElementSibling) {
    if (next instanceof HTMLDetailsElement && next.matches(".unfold")) next.open = true;
  }
}

// A lecturer adds the step to the playlist that this browser keeps. Without a script the link opens one with this step
// alone.
const collect = find("#collect-step", HTMLAnchorElement);
collect?.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { add = "", link = "" } = collect.dataset;
  addItem(add, link)
    .then(
      ({ count }) => `Added as item ${count}.`,
      (error) => reason(error),
    )
    .then((text) => {
      need("#collected-step", HTMLElement).textContent = text;
    });
});
