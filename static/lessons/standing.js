// What progress means: how a step stands, when a lesson was finished, when reviews are due, and where to go on.

/** @typedef {import("./progress.js").Standing} Standing */
/** @typedef {{ slug: string, steps: string[][] }} Lesson  the names of the questions of each step */
/** @typedef {{ days: number, passed: string }} Review */

/** The reviews after a lesson was finished. @type {Review[]} */
const REVIEWS = [
  { days: 1, passed: "A day" },
  { days: 7, passed: "A week" },
  { days: 30, passed: "A month" },
];

/**
 * How a step stands: all its questions are answered correctly, some are answered, or none is.
 * @param {Standing | undefined} standing  @param {string[]} questions
 * @returns {"right" | "tried" | ""}
 */
export function stepState(standing, questions) {
  const answers = questions.map((name) => standing?.answers.get(name));
  if (!answers.some(Boolean)) return "";
  return answers.every((answer) => answer?.right) ? "right" : "tried";
}

/**
 * How many questions there are, how many of them are answered, and how many correctly.
 * @param {Standing | undefined} standing  @param {Lesson} lesson
 */
export function counts(standing, lesson) {
  const answers = lesson.steps.flat().map((name) => standing?.answers.get(name));
  return {
    all: answers.length,
    tried: answers.filter(Boolean).length,
    right: answers.filter((answer) => answer?.right).length,
  };
}

/**
 * When the last question was answered for the first time; null while there are others.
 * @param {Standing | undefined} standing  @param {Lesson} lesson
 */
export function finishedAt(standing, lesson) {
  const { all, tried } = counts(standing, lesson);
  if (!all || tried < all) return null;
  return (
    lesson.steps
      .flat()
      .map((name) => standing?.answers.get(name)?.tried ?? "")
      .sort()
      .at(-1) ?? null
  );
}

/**
 * The beginning of the day that is this many days later, where the visitor is.
 * @param {string} time
 * @param {number} days
 */
function dayAfter(time, days) {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/**
 * The review that is due, and the day of the next one. After a long absence only the latest is due: several on one day
 * would help no more than one.
 * @param {Standing | undefined} standing  @param {string} finished  @param {Date} now
 * @returns {{ due: Review | null, next: Date | null }}
 */
export function reviews(standing, finished, now) {
  const latest = REVIEWS.findLast(({ days }) => dayAfter(finished, days) <= now) ?? null;
  const since = latest && dayAfter(finished, latest.days);
  const isDone = since && [...(standing?.reviews.values() ?? [])].some((time) => new Date(time) >= since);
  const coming = REVIEWS.find(({ days }) => dayAfter(finished, days) > now);
  return { due: isDone ? null : latest, next: coming ? dayAfter(finished, coming.days) : null };
}

/**
 * The step to go on with: the last one that was open, or the one after it if nothing of that is left to answer.
 * @param {Standing} standing  @param {Lesson} lesson
 */
export function nextStep(standing, lesson) {
  const step = Math.min(standing.place?.step ?? 1, lesson.steps.length);
  /** @param {string[]} questions */
  const isLeft = (questions) => questions.some((name) => !standing.answers.has(name));
  if (isLeft(lesson.steps[step - 1])) return step;
  return step < lesson.steps.length ? step + 1 : lesson.steps.findIndex(isLeft) + 1 || step;
}

/**
 * The lesson to go on with: the one that was open last, if it is not finished; otherwise the first that is not.
 * @template {Lesson} T
 * @param {Map<string, Standing>} progress  @param {T[]} lessons
 */
export function nextLesson(progress, lessons) {
  const left = lessons.filter((lesson) => finishedAt(progress.get(lesson.slug), lesson) === null);
  /** @param {T} lesson */
  const opened = (lesson) => progress.get(lesson.slug)?.place?.time ?? "";
  const last = left.filter(opened).sort((one, other) => (opened(one) < opened(other) ? 1 : -1))[0];
  return last ?? left.find(({ steps }) => steps.flat().length) ?? null;
}
