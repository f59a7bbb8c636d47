// What a visitor has done in lessons, as data: how two copies of it are joined, and whether it is what it should be.
// Joining forgets nothing, and the order does not matter. So neither a second tab nor an imported file can undo
// anything.

/**
 * A question: when it was first answered, and when first correctly.
 * @typedef {{ tried: string, right?: string }} Answer
 */
/**
 * The step that was open last, with the key of its numbers.
 * @typedef {{ key: string, step: number, time: string }} Place
 */
/**
 * An exercise of practice alone: what it was about, as a part of an address, and whether the first answer was right.
 * @typedef {{ about: string, right: boolean, time: string }} Try
 */
/**
 * A lesson: its last place, its questions by name, and by their keys the times at which reviews were done. Practice
 * alone is kept as a lesson of its own, with its exercises by their keys.
 * @typedef {{ place?: Place, answers: Map<string, Answer>, reviews: Map<string, string>, tries: Map<string, Try> }}
 *   Standing
 */
/** All lessons by name.  @typedef {Map<string, Standing>} Progress */

const LESSON = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const QUESTION = /^[0-9]+-[0-9]+$/;
const KEY = /^[2-9A-HJKMNP-Z]{1,16}$/;
const ABOUT = /^(mistake|measure|lesson)=[\w.@()'"=,+ -]{1,200}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * The earlier of two times, either of which may be missing.
 * @type {(one?: string, other?: string) => string | undefined}
 */
const earlier = (one, other) => (one && other ? (one < other ? one : other) : (one ?? other));

/** @param {Answer | undefined} one  @param {Answer} other  @returns {Answer} */
export function joinAnswers(one, other) {
  const right = earlier(one?.right, other.right);
  return { tried: earlier(one?.tried, other.tried) ?? "", ...(right && { right }) };
}

/** @param {Place | undefined} one  @param {Place} other */
export const joinPlaces = (one, other) => (one && one.time > other.time ? one : other);

/** @param {string | undefined} one  @param {string} other */
export const joinReviews = (one, other) => earlier(one, other) ?? other;

/** The first answer counts.  @param {Try | undefined} one  @param {Try} other */
export const joinTries = (one, other) => (one && one.time <= other.time ? one : other);

/** @returns {Standing} */
const nothing = () => ({ answers: new Map(), reviews: new Map(), tries: new Map() });

/** The standing of a lesson, which is empty at first.  @param {Progress} progress  @param {string} lesson */
export function standingIn(progress, lesson) {
  const found = progress.get(lesson) ?? nothing();
  progress.set(lesson, found);
  return found;
}

// ---- Data from outside -----------------------------------------------------------------------------------------

/** Data cannot be used; the message says where, and why. */
export class Unusable extends Error {}

/** @param {unknown} value */
const shown = (value) => (JSON.stringify(value) ?? "missing").slice(0, 60);

/** @param {unknown} value  @param {string} where */
export function readTime(value, where) {
  if (typeof value === "string" && TIME.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new Unusable(`${where} is ${shown(value)}, but must be a time such as "2026-03-01T09:30:00.000Z".`);
}

/**
 * The fields of an object. With `known` names, others are refused.
 * @param {unknown} value  @param {string} where  @param {string[]} [known]
 * @returns {Map<string, unknown>}
 */
export function readFields(value, where, known) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Unusable(`${where} is ${shown(value)}, but must be an object with fields.`);
  }
  const fields = new Map(Object.entries(value));
  const other = known && [...fields.keys()].find((name) => !known.includes(name));
  if (other) throw new Unusable(`${where} has a field ${shown(other)}; its fields are ${known.join(", ")}.`);
  return fields;
}

/** @param {string} text  @param {RegExp} pattern  @param {string} where  @param {string} wanted */
function readName(text, pattern, where, wanted) {
  if (text.length <= 100 && pattern.test(text)) return text;
  throw new Unusable(`${where} has ${shown(text)}, but must have ${wanted}.`);
}

/** @param {unknown} value  @param {string} where  @returns {Answer} */
export function readAnswer(value, where) {
  const fields = readFields(value, where, ["tried", "right"]);
  const tried = readTime(fields.get("tried"), `${where}.tried`);
  return fields.has("right") ? { tried, right: readTime(fields.get("right"), `${where}.right`) } : { tried };
}

/** @param {unknown} value  @param {string} where  @returns {Place} */
export function readPlace(value, where) {
  const fields = readFields(value, where, ["key", "step", "time"]);
  const [key, step] = [fields.get("key"), fields.get("step")];
  if (typeof step !== "number" || !Number.isInteger(step) || step < 1 || step > 999) {
    throw new Unusable(`${where}.step is ${shown(step)}, but must be the number of a step.`);
  }
  const clean = readName(
    typeof key === "string" ? key : "",
    KEY,
    `${where}.key`,
    "letters and digits as in an address",
  );
  return { key: clean, step, time: readTime(fields.get("time"), `${where}.time`) };
}

/** @param {unknown} value  @param {string} where  @returns {Try} */
export function readTry(value, where) {
  const fields = readFields(value, where, ["about", "right", "time"]);
  const [about, right] = [fields.get("about"), fields.get("right")];
  if (typeof about !== "string" || !ABOUT.test(about)) {
    throw new Unusable(`${where}.about is ${shown(about)}, but must be what was practised, such as "measure=AP".`);
  }
  if (typeof right !== "boolean") {
    throw new Unusable(`${where}.right is ${shown(right)}, but must be true or false.`);
  }
  return { about, right, time: readTime(fields.get("time"), `${where}.time`) };
}

/** @param {unknown} value  @param {string} where  @returns {Standing} */
function readStanding(value, where) {
  const fields = readFields(value, where, ["place", "answers", "reviews", "tries"]);
  const found = nothing();
  if (fields.has("place")) found.place = readPlace(fields.get("place"), `${where}.place`);
  for (const [name, answer] of readFields(fields.get("answers") ?? {}, `${where}.answers`)) {
    readName(name, QUESTION, `${where}.answers`, "names of questions such as 3-1");
    found.answers.set(name, readAnswer(answer, `${where}.answers.${name}`));
  }
  for (const [key, time] of readFields(fields.get("reviews") ?? {}, `${where}.reviews`)) {
    readName(key, KEY, `${where}.reviews`, "keys of reviews");
    found.reviews.set(key, readTime(time, `${where}.reviews.${key}`));
  }
  for (const [key, tried] of readFields(fields.get("tries") ?? {}, `${where}.tries`)) {
    readName(key, KEY, `${where}.tries`, "keys of exercises");
    found.tries.set(key, readTry(tried, `${where}.tries.${key}`));
  }
  return found;
}

/**
 * Progress in plain data, as `plainProgress` writes it.
 * @param {unknown} value
 * @param {string} where
 * @returns {Progress}
 */
export function readProgress(value, where) {
  return new Map(
    [...readFields(value, where)].map(([lesson, standing]) => {
      readName(lesson, LESSON, where, "names of lessons such as average-precision");
      return [lesson, readStanding(standing, `${where}.${lesson}`)];
    }),
  );
}

/** @param {Progress} progress */
export function plainProgress(progress) {
  return Object.fromEntries(
    [...progress].map(([lesson, { place, answers, reviews, tries }]) => [
      lesson,
      {
        place,
        answers: Object.fromEntries(answers),
        reviews: Object.fromEntries(reviews),
        ...(tries.size && { tries: Object.fromEntries(tries) }),
      },
    ]),
  );
}
