// The library htmx, which a script of its own brings before all modules; undefined if that did not arrive.

/**
 * What this product uses of it.
 * @typedef {object} Htmx
 * @property {(verb: string, address: string, context: { source: Element, target: Element, swap: string }) => Promise<void>} ajax
 * @property {(name: string, extension: { handleSwap: HandleSwap }) => void} defineExtension
 * @property {(element: Element, event: string, detail: { error?: unknown }) => void} logger
 */
/** @typedef {(style: string, target: Element, fragment: DocumentFragment) => boolean} HandleSwap */

/**
 * The details of its events, as far as they are used.
 * @typedef {object} Request
 * @property {string} verb
 * @property {FormData | Record<string, never>} parameters
 * @property {SubmitEvent | Event | undefined} triggeringEvent
 */

export const htmx = /** @type {Window & { htmx?: Htmx }} */ (window).htmx;
