// What the browser remembers of practice: in the store of lessons, as a lesson of its own.
import { reviews } from "../lessons/standing.js";
import { erase, keepTry, read } from "../lessons/progress_store.js";

/** @typedef {import("../lessons/progress.js").Try} Try */
/**
 * A cause of wrong answers: how often it happened, when last, the last tries at it (true is right), whether it is still
 * made, and whether it is due: after a few other exercises, and then for the reviews of lessons.
 * @typedef {{ about: string, wrong: number, last: string, lately: boolean[], still: boolean, due: boolean }} Cause
 */

export const PRACTICE = "practice";
const MOST = 500; // exercises, of which each is an entry of the browser's storage
const ENOUGH = 2; // right answers in a row after which a cause is no longer listed
const MEANWHILE = 3; // other exercises, before a wrong answer comes back for the first time
const SHOWN = 5;

/** All exercises, the earliest first.  @returns {[string, Try][]} */
function tries() {
  return [...(read().get(PRACTICE)?.tries ?? [])].sort(([, one], [, other]) => (one.time < other.time ? -1 : 1));
}

/**
 * Remember an exercise; the first answer counts. The oldest exercises are forgotten.
 * @param {string} key  @param {string} about  @param {boolean} right
 */
export function remember(key, about, right) {
  const kept = keepTry(PRACTICE, key, { about, right, time: new Date().toISOString() });
  const old = tries().slice(0, -MOST);
  if (old.length)
    erase(
      PRACTICE,
      old.map(([name]) => name),
    );
  return kept;
}

/** The causes of wrong answers, those that happened last first.  @param {Date} now  @returns {Cause[]} */
export function causes(now) {
  /** @type {Map<string, Try[]>} */
  const byAbout = new Map();
  const all = tries().map(([, each]) => each);
  for (const each of all) byAbout.set(each.about, [...(byAbout.get(each.about) ?? []), each]);
  return [...byAbout]
    .flatMap(([about, made]) => {
      const place = made.findLastIndex(({ right }) => !right);
      if (place < 0) return [];
      const since = made.slice(place + 1);
      const standing = {
        answers: new Map(),
        tries: new Map(),
        reviews: new Map(since.map(({ time }, i) => [String(i), time])),
      };
      return {
        about,
        wrong: made.filter(({ right }) => !right).length,
        last: made[place].time,
        lately: made.slice(-SHOWN).map(({ right }) => right),
        still: since.length < ENOUGH,
        due:
          Boolean(reviews(standing, made[place].time, now).due) ||
          (!since.length && all.length - MEANWHILE > all.lastIndexOf(made[place])),
      };
    })
    .sort((one, other) => (one.last < other.last ? 1 : -1));
}
