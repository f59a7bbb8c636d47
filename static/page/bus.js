// Events between parts of a page that do not import each other. Each event is listed here with its contents, its senders
// and its listeners; a test compares the lists with the sources.

/**
 * @typedef {object} Events
 *
 * @property {Patched} patched  The form shows another state, or why a state was refused.
 *   From: page/requests, lab/stepper.
 *   To: page/requests, charts/figures, charts/numbers, charts/points, downloads/share, lab/covers, lab/differences,
 *   lab/highlights, lab/order/names, lab/order/order, lab/predictions, lab/stepper, playlist/builder,
 *   playlist/presenter, sheets/builder.
 *
 * @property {Stepping} stepping  The table is to be stepped. A listener that does something else sets `taken`.
 *   From: lab/stepper.
 *   To: playlist/presenter.
 *
 * @property {Point} point  Something is pointed at or focused, or no longer.
 *   From: charts/points, lab/highlights.
 *   To: charts/points, lab/covers, lab/highlights.
 */

/** @typedef {{ address: string, refused: boolean }} Patched */
/** @typedef {{ by: number, taken: boolean }} Stepping */
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
