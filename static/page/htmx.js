// The library htmx, which a separate script loads before all modules; undefined if it could not be loaded.

/**
 * The parts of the library that are used here.
 * @typedef {object} Htmx
 * @property {(verb: string, address: string, context: Context) => Promise<void>} ajax
 * @property {(name: string, extension: Extension) => void} defineExtension
 * @property {(element: Element, event: string, detail: { error?: unknown }) => void} logger
 */
/** @typedef {{ handleSwap: HandleSwap, encodeParameters: () => string }} Extension */
/** @typedef {{ source: Element, target: Element, swap: string, event: Event | undefined }} Context */
/** @typedef {(style: string, target: Element, fragment: DocumentFragment) => boolean} HandleSwap */

/**
 * The details of its events that are used here.
 * @typedef {object} Request
 * @property {string} verb
 * @property {string} path
 * @property {number} timeout  in ms
 * @property {SubmitEvent | Event | undefined} triggeringEvent
 */

export const htmx = /** @type {Window & { htmx?: Htmx }} */ (window).htmx;
