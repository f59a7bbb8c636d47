// Events between parts of a page that do not import each other. Each event is listed here with its contents, its
// senders and its listeners; a test compares the lists with the sources.

/**
 * @typedef {object} Events
 *
 * @property {Patched} patched  The form shows another state; `refused` are the names of fields that it could not use.
 *   From: page/requests, lab/stepper.
 *   To: page/announcements, page/painted, page/presented, page/projector_view, page/requests, experiments/diversity,
 *   lab/covers, lab/faults, lab/highlights, lab/order/names, lab/predictions, lab/reader, lab/stepper,
 *   lab/sticky_columns, playlist/builder, playlist/presenter, sheets/builder, sheets/draft_history, sheets/drafts.
 *
 * @property {Painted} painted  The numbers of the other state are painted, and the chart's drawing shows it, too.
 *   From: page/painted.
 *   To: page/history, page/painted, page/presented, charts/description, charts/figures, charts/ghost, charts/points,
 *   charts/unfolding, charts/figures/cards, charts/figures/marks, charts/figures/play, lessons/presenting,
 *   playlist/presenter.
 *
 * @property {Settled} settled  Numbers and chart are painted: time for all that can wait.
 *   From: page/painted.
 *   To: page/announcements, charts/numbers, downloads/share, lab/change/effect, lab/change/undo, lab/change/values,
 *   lab/differences.
 *
 * @property {Answered} answered  The server has answered a request of the form, with the names of fields that it
 *   could not use.
 *   From: page/requests.
 *   To: lab/differences, lab/order/pending, lab/order/removal, playlist/presenter.
 *
 * @property {Remark} remark  A sentence about the last change, which the page shows until the next one.
 *   From: lab/change/undo, lab/order/removal.
 *   To: lab/change/effect.
 *
 * @property {Withdrawn} withdrawn  A change that the server has not answered is taken back.
 *   From: page/requests.
 *   To: lab/change/undo, lab/order/names, lab/order/pending, sheets/draft_history.
 *
 * @property {Drawn} drawn  There is another ghost beside the chart's own curve.
 *   From: charts/ghost.
 *   To: charts/figures.
 *
 * @property {Stepping} stepping  A presenter view, or the table of the lab, is to be stepped. A listener that does
 *   something else sets `taken`, and none acts on a step that is taken. What lies over the view hears it `first`.
 *   From: page/remote.
 *   To: classroom/corner, lessons/presenting, playlist/presenter.
 *
 * @property {Presented} presented  A presenter view shows something else; it says what a remote shows of it.
 *   From: page/presented.
 *   To: classroom/remote_commands.
 *
 * @property {Covering} covering  The class was asked about something that is covered: its answer uncovers it.
 *   From: classroom/corner.
 *   To: lab/covers.
 *
 * @property {Arrived} arrived  The form shows another item of a playlist: what differs has not changed.
 *   From: playlist/presenter.
 *   To: charts/ghost, lab/change/effect, lab/change/values.
 *
 * @property {Point} point  Something is pointed at or focused, or no longer.
 *   From: charts/points, charts/figures/marks, lab/highlights.
 *   To: charts/points, charts/figures/marks, lab/calculation_sheet, lab/covers, lab/highlights.
 *
 * @property {Elsewhere} elsewhere  An answer was saved, and the server has said whether the student's key is open
 *   on another device, and when answers were changed there.
 *   From: sheets/answers.
 *   To: sheets/elsewhere.
 */

/** @typedef {{ address: string, refused: string[] }} Patched */
/** @typedef {Record<string, never>} Painted */
/** @typedef {Record<string, never>} Settled */
/** @typedef {{ refused: string[] }} Answered */
/** @typedef {{ open: boolean, changed: string | null }} Elsewhere */
/** @typedef {Record<string, never>} Arrived */
/** @typedef {{ text: string }} Remark */
/** @typedef {Record<string, never>} Withdrawn */
/** @typedef {Record<string, never>} Drawn */
/** @typedef {{ by: number, remote: boolean, taken: boolean }} Stepping */
/** @typedef {{ name: string, isCovered: boolean }} Covering */
/**
 * The address with its fragment, the title, the number of the item, step or part and of all of them, both 0 if there is
 * only one view, the minutes for it, the lecturer's notes, the title of what follows, and a prepared question.
 * @typedef {{ address: string, title: string, item: number, of: number, minutes: number, notes: string,
 *   following: string, question: string }} Presented
 */
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
 * Call the listener whenever this event is sent; if it hears it `first`, before all listeners that do not.
 * @template {keyof Events} N
 * @param {N} name
 * @param {(detail: Events[N]) => void} listener
 * @param {{ first?: boolean }} [order]
 */
export function hear(name, listener, { first = false } = {}) {
  document.addEventListener(
    `ireval:${name}`,
    (event) => {
      listener(/** @type {CustomEvent<Events[N]>} */ (event).detail);
    },
    first, // at the document itself, listeners that capture come first
  );
}
