// What parts of a page tell each other without knowing each other. Every event is listed here once, with what it
// carries, who sends it and who hears it; a test compares the lists with the sources.

/**
 * @typedef {object} Events
 *
 * @property {Patched} patched  The form shows another state, or the refusal of one.
 *   From: page/requests, lab/stepper.
 *   To: page/requests, charts/figures, charts/numbers, charts/points, downloads/share, lab/covers, lab/differences,
 *   lab/highlights, lab/order/names, lab/order/order, lab/predictions, lab/stepper, sheets/builder.
 *
 * @property {Point} point  Something is pointed at or focused, or nothing any more.
 *   From: charts/points, lab/highlights.
 *   To: charts/points, lab/covers, lab/highlights.
 */

/** @typedef {{ address: string, refused: boolean }} Patched */
/**
 * The id of a table's row and the symbol of its column, null where none is meant, and who points: a part of the page, or
 * by which means.
 * @typedef {{ row: string | null, col: string | null, from: "chart" | "click" | "keys" | "pointer" | "step" }} Point
 */

/**
 * Tell everyone who hears this event.
 * @template {keyof Events} N
 * @param {N} name
 * @param {Events[N]} detail
 */
export function send(name, detail) {
  document.dispatchEvent(new CustomEvent(`ireval:${name}`, { detail }));
}

/**
 * Call the listener whenever this event is sent.
 * @template {keyof Events} N
 * @param {N} name
 * @param {(detail: Events[N]) => void} listener
 */
export function hear(name, listener) {
  document.addEventListener(`ireval:${name}`, (event) => {
    listener(/** @type {CustomEvent<Events[N]>} */ (event).detail);
  });
}
