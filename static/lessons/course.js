// The course page: how each lesson stands, where to go on, which reviews are due, and progress as a file.
import { find, findAll, make, need } from "../page/elements.js";
import "./progress_tools.js";
import { onChange, read } from "./progress_store.js";
import { counts, finishedAt, nextLesson, nextStep, reviews } from "./standing.js";
import { markSteps, questionsOf } from "./step_marks.js";

/** @typedef {import("./progress.js").Standing} Standing */
/**
 * A lesson of the page: its name and title, its item, its address, the address of its reviews, and its steps with their
 * titles.
 * @typedef {{ slug: string, title: string, item: HTMLElement, address: string, review: string, steps: string[][],
 *   titles: string[] }} Lesson
 */

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const onward = find(".onward", HTMLElement);
const beginning = onward?.cloneNode(true);

/** @type {Lesson[]} */
const lessons = findAll(".path [data-lesson]", HTMLElement).map((item) => ({
  slug: item.dataset.lesson ?? "",
  title: item.dataset.title ?? "",
  item,
  address: need("h2 a", HTMLAnchorElement, item).getAttribute("href") ?? "",
  review: item.dataset.review ?? "",
  steps: findAll("a[data-questions]", HTMLAnchorElement, item).map(questionsOf),
  titles: findAll("a[data-questions]", HTMLAnchorElement, item).map(({ title }) => title),
}));

/**
 * The address of a step under the key that the visitor has, so that its numbers are the same.
 * @param {Lesson} lesson  @param {Standing | undefined} standing  @param {number} step
 */
function addressOf({ address }, standing, step) {
  return standing?.place ? `${address}/${standing.place.key}/${step}` : `${address}/${step}`;
}

/** @param {number} count  @param {string} one  @param {string} more */
const several = (count, one, more) => `${count} ${count === 1 ? one : more}`;

/** @param {Lesson} lesson  @param {Standing | undefined} standing  @param {Date} now */
function showLesson(lesson, standing, now) {
  const { item } = lesson;
  const { all, tried, right } = counts(standing, lesson);
  const finished = finishedAt(standing, lesson);
  markSteps(item, standing);
  findAll("a[data-questions]", HTMLAnchorElement, item).forEach((link, i) => {
    link.href = addressOf(lesson, standing, i + 1);
  });
  need("h2 a", HTMLAnchorElement, item).href = standing ? addressOf(lesson, standing, 1) : lesson.address;
  item.dataset.state = finished ? "finished" : standing ? "begun" : "";
  const done = need(".done", HTMLElement, item);
  done.hidden = !standing;
  done.textContent = tried
    ? `${tried} of ${several(all, "question", "questions")} answered, ${right} correctly.`
    : "Begun; nothing is answered yet.";
  if (!finished) return;
  const { due, next } = reviews(standing, finished, now);
  const later = due ? "A review is due." : next ? `Next review: ${day.format(next)}.` : "All reviews are done.";
  done.textContent = `Finished on ${day.format(new Date(finished))}, ${right} of ${all} correct. ${later}`;
}

/** @param {Map<string, Standing>} progress */
function showWay(progress) {
  if (!onward || !beginning) return;
  onward.replaceChildren(...beginning.cloneNode(true).childNodes);
  if (!lessons.some(({ slug }) => progress.has(slug))) return;
  const [heading, what, why] = [".onward h2", ".onward .what", ".onward .why"].map((part) => need(part, HTMLElement));
  const link = need("a", HTMLAnchorElement, onward);
  const lesson = nextLesson(progress, lessons);
  if (!lesson) {
    heading.textContent = "You have finished all lessons";
    what.textContent = "";
    why.textContent = "Reviews help you remember what you have learned. This page tells you when one is due.";
    link.remove();
    return;
  }
  const standing = progress.get(lesson.slug);
  const step = standing ? nextStep(standing, lesson) : 1;
  heading.textContent = standing ? "Continue" : "The next lesson";
  what.textContent = lesson.title;
  why.textContent = standing ? `Step ${step}: ${lesson.titles[step - 1]}` : "";
  link.textContent = standing ? `Continue with step ${step}` : "Begin";
  link.href = standing ? addressOf(lesson, standing, step) : lesson.address;
}

/** @param {Map<string, Standing>} progress  @param {Date} now */
function showReviews(progress, now) {
  const section = need(".reviews", HTMLElement);
  const due = lessons.flatMap((lesson) => {
    const standing = progress.get(lesson.slug);
    const finished = finishedAt(standing, lesson);
    const review = finished && reviews(standing, finished, now).due;
    return review ? [{ lesson, review }] : [];
  });
  section.hidden = !due.length;
  need("ul", HTMLUListElement, section).replaceChildren(
    ...due.map(({ lesson, review }) => {
      const item = make("li", {});
      const asked = several(Number(lesson.item.dataset.reviewed), "question", "questions");
      item.append(`${review.passed} has passed since you finished `);
      make("a", { href: lesson.review, textContent: lesson.title }, item);
      item.append(`. The review has ${asked} with new numbers.`);
      return item;
    }),
  );
}

/** @param {Map<string, Standing>} progress */
function showSum(progress) {
  const finished = lessons.filter((lesson) => finishedAt(progress.get(lesson.slug), lesson)).length;
  const tried = lessons.reduce((sum, lesson) => sum + counts(progress.get(lesson.slug), lesson).tried, 0);
  const keeping = need(".keeping", HTMLElement);
  keeping.hidden = false;
  keeping.classList.toggle("empty", !progress.size);
  need(".sum", HTMLElement, keeping).textContent = progress.size
    ? `${finished} of ${several(lessons.length, "lesson", "lessons")} finished, ` +
      `${several(tried, "question", "questions")} answered.`
    : "You have not answered a question yet.";
}

function show() {
  const [progress, now] = [read(), new Date()];
  for (const lesson of lessons) showLesson(lesson, progress.get(lesson.slug), now);
  showWay(progress);
  showReviews(progress, now);
  showSum(progress);
}

show();
onChange(show);
document.addEventListener("visibilitychange", show); // another day may have come meanwhile
window.addEventListener("pageshow", show);
