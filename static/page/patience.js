// How long a page waits for an answer, and until it asks again. In a hall the network goes and comes back for everybody
// at once: pages ask again soon, but each at a moment of its own.

const FIRST = 1000; // ms until the second try, at most
const LONGEST = 2000; // ms until any later one, at most
// ms until a request is given up, because one that was sent into a dead network may never be answered
const TIMEOUT = 8000;
const SLOW = 20000; // ms, the same after two failures: perhaps the network or the server is only slow
const BUSIEST = 30000; // ms: no page waits longer, whatever the server asks for

/**
 * Milliseconds until a request without an answer is given up.
 * @param {number} failures  how many requests have failed in a row
 */
export const timeout = (failures) => (failures < 2 ? TIMEOUT : SLOW);

/**
 * Milliseconds until the next try.
 * @param {number} failures  how many requests have failed in a row
 * @param {string | null} [after]  what the server has answered in `Retry-After`, if it has answered
 */
export function pause(failures, after) {
  const asked = Math.min(1000 * Number(after ?? 0), BUSIEST);
  if (asked > 0) return asked * (1 + Math.random() / 4);
  return Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.5 + Math.random() / 2);
}

/**
 * Call a function when the network is back, as far as the browser knows, and when somebody looks at the page again:
 * timers of a page in the background are slow.
 * @param {() => void} retry
 */
export function whenBack(retry) {
  window.addEventListener("online", () => {
    setTimeout(retry, (Math.random() * FIRST) / 2);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) retry();
  });
}
