// Events between parts of a page that do not import each other. Each event is listed here with its contents, its senders
// and its listeners; a test compares the lists with the sources.

/**
 * @typedef {object} Events
 *
 * @property {Patched} patched  The form shows another state; `refused` are the names of fields that it could not use.
 *   From: page/requests, lab/stepper.
 *   To: page/requests, charts/figures, charts/numbers, charts/points, charts/unfolding, downloads/share, lab/covers,
 *   lab/differences, lab/faults, lab/highlights, lab/introduction, lab/open_measure, lab/order/names, lab/order/order,
 *   lab/predictions, lab/stepper, sheets/builder.
 *
 * @property {Point} point  Something is pointed at or focused, or no longer.
 *   From: charts/points, lab/highlights.
 *   To: charts/points, lab/calculation_sheet, lab/covers, lab/highlights.
 */

/** @typedef {{ address: string, refused: string[] }} Patched */
/**
 * The id of a table's row and the symbol of its column, null if there is none; and the source: a part of the page, or a
 * kind of input.
 * @typedef {{ row: string | null, col: string | null, from: "chart" | "click" | "keys" | "pointer" | "step" }} Point
 */

/**
 * Send an event to all its listeners.
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
