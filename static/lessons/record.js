// Records what a visitor does on a step and in a review, and shows in the row of steps which ones are answered.
import { find, findAll, make } from "../page/elements.js";
import { keepAnswer, keepPlace, keepReview, onChange, read, remarkOn } from "./progress_store.js";
import { markSteps } from "./step_marks.js";

const where = find(".where[data-lesson]", HTMLElement);
const { lesson = "", key = "", number = "", review = "" } = where?.dataset ?? {};
const now = () => new Date().toISOString();

/** Say what the browser does not keep.  @param {import("./progress_store.js").Keeping} kept */
function remark(kept) {
  const text = remarkOn(kept);
  const shown = find(".not-kept", HTMLElement);
  if (!text) shown?.remove();
  else if (shown) shown.textContent = text;
  else where?.after(make("p", { className: "not-kept", textContent: text }));
}

/** Mark what is answered, and lead to where the visitor was in other lessons. */
function show() {
  const progress = read();
  if (where && key) markSteps(where, progress.get(lesson));
  for (const link of findAll("a[data-begin]", HTMLAnchorElement)) {
    const { begin = "" } = link.dataset;
    const place = progress.get(begin)?.place;
    link.dataset.address ??= link.getAttribute("href") ?? "";
    if (place) link.href = `${link.dataset.address}/${place.key}/${place.step}`;
  }
}

/** Record the answer to a question that the server has marked.  @param {HTMLElement} quiz */
export function record(quiz) {
  const { outcome = "" } = quiz.dataset;
  if (!lesson || !outcome) return;
  if (review) {
    if (findAll(".quiz", HTMLElement).some((other) => !other.dataset.outcome)) return;
    remark(keepReview(lesson, review, now()));
    const done = find(".reviewed", HTMLElement);
    if (done) done.textContent = "This review is done. The page of all lessons says when the next one is due.";
    return;
  }
  const time = now();
  remark(
    keepAnswer(
      lesson,
      quiz.id.replace("quiz-", ""),
      outcome === "right" ? { tried: time, right: time } : { tried: time },
    ),
  );
}

if (lesson && key) remark(keepPlace(lesson, { key, step: Number(number), time: now() }));
for (const quiz of findAll(".quiz", HTMLElement)) record(quiz);
show();
onChange(show);
