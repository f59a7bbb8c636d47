// Where progress is kept: in this browser. Each question has an entry of its own, so that two tabs that write at the
// same time overwrite nothing. If the browser's storage is full, the tab keeps what is new; if pages may keep nothing,
// the page.
import {
  joinAnswers,
  joinPlaces,
  joinReviews,
  joinTries,
  readAnswer,
  readPlace,
  readTime,
  readTry,
  standingIn,
} from "./progress.js";

const PREFIX = "ireval:lessons";
const [REVIEW, TRY] = ["review-", "try-"];

/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {import("./progress.js").Answer | import("./progress.js").Place |
 *   import("./progress.js").Try | string} Part */
/**
 * What the browser allows: everything, until the tab is closed, or nothing.
 * @typedef {"browser" | "tab" | "page"} Keeping
 */

/** @template T @param {() => T} use  @param {T} otherwise */
function allowed(use, otherwise) {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @typedef {object} Place
 * @property {() => string[]} names
 * @property {(name: string) => string | null} get
 * @property {(name: string, text: string) => boolean} set  the result is whether that is allowed
 * @property {(name: string) => void} remove
 */

/** @param {() => Storage} storage  @returns {Place} */
const kept = (storage) => ({
  names: () => allowed(() => Object.keys(storage()), []),
  get: (name) => allowed(() => storage().getItem(name), null),
  set: (name, text) =>
    allowed(() => {
      storage().setItem(name, text);
      return true;
    }, false),
  remove: (name) =>
    allowed(() => {
      storage().removeItem(name);
    }, undefined),
});

/** Where things are kept, the best place first.  @type {[Keeping, Place][]} */
const PLACES = [
  ["browser", kept(() => localStorage)],
  ["tab", kept(() => sessionStorage)],
  [
    "page",
    {
      names: () => [...memory.keys()],
      get: (name) => memory.get(name) ?? null,
      set: (name, text) => Boolean(memory.set(name, text)),
      remove: (name) => {
        memory.delete(name);
      },
    },
  ],
];

/** @param {string} name */
const isOurs = (name) => name.startsWith(`${PREFIX} `);

/** All that is kept, wherever. What cannot be read is left alone.  @returns {Progress} */
export function read() {
  /** @type {Progress} */
  const found = new Map();
  for (const [, place] of PLACES) {
    for (const name of place.names().filter(isOurs)) {
      const [, lesson, part] = name.split(" ");
      allowed(() => add(found, lesson, part, JSON.parse(place.get(name) ?? "")), undefined);
    }
  }
  return found;
}

/**
 * Add a part of a lesson to what is known of it.
 * @param {Progress} progress  @param {string} lesson  @param {string} part  @param {unknown} value
 * @returns {Part}  what is known of the part now
 */
function add(progress, lesson, part, value) {
  const standing = standingIn(progress, lesson);
  if (part === "place") return (standing.place = joinPlaces(standing.place, readPlace(value, part)));
  if (part.startsWith(REVIEW)) {
    const key = part.slice(REVIEW.length);
    const time = joinReviews(standing.reviews.get(key), readTime(value, part));
    standing.reviews.set(key, time);
    return time;
  }
  if (part.startsWith(TRY)) {
    const key = part.slice(TRY.length);
    const tried = joinTries(standing.tries.get(key), readTry(value, part));
    standing.tries.set(key, tried);
    return tried;
  }
  const answer = joinAnswers(standing.answers.get(part), readAnswer(value, part));
  standing.answers.set(part, answer);
  return answer;
}

/**
 * Keep a part of a lesson, joined with what is kept of it already, unless it replaces that.
 * @param {string} lesson  @param {string} part  @param {Part} value  @param {boolean} [replaces]  @returns {Keeping}
 */
function keep(lesson, part, value, replaces = false) {
  const name = `${PREFIX} ${lesson} ${part}`;
  /** @type {Progress} */
  const known = new Map();
  const before = replaces ? [] : PLACES.map(([, place]) => place.get(name) ?? "");
  for (const text of before) allowed(() => add(known, lesson, part, JSON.parse(text)), "");
  const joined = JSON.stringify(add(known, lesson, part, value));
  const taken = PLACES.findIndex(([, place]) => place.set(name, joined));
  for (const [, place] of PLACES.slice(taken + 1)) place.remove(name);
  tell();
  return PLACES[taken][0];
}

/**
 * The visitor is at this step now, whatever a clock said before.
 * @param {string} lesson  @param {import("./progress.js").Place} place
 */
export const keepPlace = (lesson, place) => keep(lesson, "place", place, true);

/** @param {string} lesson  @param {string} question  @param {import("./progress.js").Answer} answer */
export const keepAnswer = (lesson, question, answer) => keep(lesson, question, answer);

/** @param {string} lesson  @param {string} key  @param {string} time */
export const keepReview = (lesson, key, time) => keep(lesson, REVIEW + key, time);

/** @param {string} lesson  @param {string} key  @param {import("./progress.js").Try} tried */
export const keepTry = (lesson, key, tried) => keep(lesson, TRY + key, tried);

/**
 * Keep all this, joined with what is kept already. The result is the worst place that was needed.
 * @param {Progress} progress  @returns {Keeping}
 */
export function keepAll(progress) {
  const needed = [...progress].flatMap(([lesson, { place, answers, reviews, tries }]) => [
    ...(place ? [keep(lesson, "place", place)] : []),
    ...[...answers].map(([name, answer]) => keepAnswer(lesson, name, answer)),
    ...[...reviews].map(([key, time]) => keepReview(lesson, key, time)),
    ...[...tries].map(([key, tried]) => keepTry(lesson, key, tried)),
  ]);
  return PLACES.findLast(([where]) => needed.includes(where))?.[0] ?? keeping();
}

/**
 * What the browser allows now. What only the tab keeps moves into the browser, if that has room again.
 * @returns {Keeping}
 */
export function keeping() {
  const [[, browser], ...others] = PLACES;
  for (const [where, place] of others) {
    for (const name of place.names().filter(isOurs)) {
      const [, lesson, part] = name.split(" ");
      const found = allowed(() => keep(lesson, part, JSON.parse(place.get(name) ?? "")), "browser");
      if (found !== "browser") return where;
    }
  }
  const probe = browser.set(PREFIX, " ".repeat(200)); // as much as an entry
  browser.remove(PREFIX);
  if (probe) return "browser";
  const [[, tab]] = others;
  const isKept = tab.set(PREFIX, "");
  tab.remove(PREFIX);
  return isKept ? "tab" : "page";
}

/**
 * Delete everything, or everything of one lesson, or only some of its parts.
 * @param {string} [lesson]  @param {string[]} [keys]  those of tries
 * @returns {Progress}  what was there
 */
export function erase(lesson, keys) {
  const all = read();
  const before = lesson ? new Map([...all].filter(([name]) => name === lesson)) : all;
  const begins = lesson ? `${PREFIX} ${lesson} ` : `${PREFIX} `;
  const only = keys && new Set(keys.map((key) => begins + TRY + key));
  /** @param {string} name */
  const goes = (name) => (only ? only.has(name) : name.startsWith(begins));
  for (const [, place] of PLACES) for (const name of place.names().filter(goes)) place.remove(name);
  tell();
  return before;
}

/** @type {(() => void)[]} */
const listeners = [];
let isTelling = false;

/** Call the listeners once, after all that is changed together.  */
function tell() {
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    for (const listener of listeners) listener();
  });
}

/** Call the listener when something is changed, here or in another tab.  @param {() => void} listener */
export function onChange(listener) {
  listeners.push(listener);
}

window.addEventListener("storage", ({ key }) => {
  if (key === null || isOurs(key)) tell();
});

/** What to say of the browser; nothing if it keeps everything.  @param {Keeping} where */
export const remarkOn = (where) =>
  ({
    browser: "",
    tab:
      "The browser’s storage is full, so your progress is kept only until this tab is closed. Export it on the " +
      "page of all lessons, and import it again when there is room.",
    page:
      "This browser does not let pages store anything, so your progress is lost when you leave this page. Everything " +
      "else works.",
  })[where];
