// Functions that find elements of a certain kind, so that the type checker knows their properties.

/**
 * The first matching element, if there is one and it is of this kind.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 * @returns {T | null}
 */
export function find(selector, kind, within = document) {
  const found = within.querySelector(selector);
  return found instanceof kind ? found : null;
}

/**
 * The same for an element that every page has. Throws an error without it.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function need(selector, kind, within = document) {
  const found = find(selector, kind, within);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/**
 * All matching elements of this kind.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 * @returns {T[]}
 */
export function findAll(selector, kind, within = document) {
  return /** @type {T[]} */ ([...within.querySelectorAll(selector)].filter((element) => element instanceof kind));
}

/**
 * The target itself, or the innermost element around it, that matches and is of this kind.
 * @template {Element} T
 * @param {EventTarget | null | undefined} target
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T | null}
 */
export function closest(target, selector, kind) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof kind ? found : null;
}

/**
 * A new element with these properties, appended to the parent.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Partial<HTMLElementTagNameMap[N]>} properties
 * @param {Element | null} [parent]
 * @returns {HTMLElementTagNameMap[N]}
 */
export function make(name, properties, parent) {
  const element = Object.assign(document.createElement(name), properties);
  parent?.append(element);
  return element;
}
