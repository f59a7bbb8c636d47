// Reading and changing addresses. Unchanged parts keep their spelling: URLSearchParams would write "nDCG@10" as
// "nDCG%4010", but people read these addresses.

/** @param {string} address */
const queryOf = (address) => address.split("?")[1] ?? "";

/** @param {string} address  @param {string} query */
const joined = (address, query) => address.split("?")[0] + (query && `?${query}`);

/** The name of a part of a query, as in `k=10`.  @param {string} part */
const nameOf = (part) => new URLSearchParams(part).keys().next().value ?? "";

/** Path and query of an address of this site, as the browser writes them.  @param {string} address */
export function local(address) {
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
}

/** The path of an address of this site, without its query.  @param {string} address */
export const pathOf = (address) => new URL(address, location.href).pathname;

/** The origin of an address, as in `https://example.org`; "null" if it has none.  @param {string} address */
export const originOf = (address) => new URL(address, location.href).origin;

/** The fragment of an address with its `#`, or nothing.  @param {string} address */
export const fragmentOf = (address) => new URL(address, location.href).hash;

/** @param {string} address */
export const withoutFragment = (address) => address.split("#")[0];

/** Path, query and fragment of the page that is shown. */
export const here = () => location.pathname + location.search + location.hash;

/**
 * The value of a part, or null if the address has none of this name.
 * @param {string} address
 * @param {string} name
 */
export const valueOf = (address, name) => new URLSearchParams(queryOf(address)).get(name);

/**
 * The address with these parts at its end, in this order; null removes a part.
 * @param {string} address
 * @param {Record<string, string | number | null>} changes
 */
export function changed(address, changes) {
  const kept = queryOf(address)
    .split("&")
    .filter((part) => part && !Object.hasOwn(changes, nameOf(part)));
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null) kept.push(`${name}=${encodeURIComponent(value)}`);
  }
  return joined(address, kept.join("&"));
}

/** The address with the query of another one.  @param {string} address  @param {string} other */
export const withQuery = (address, other) => joined(address, queryOf(other));

// Parts that say how a list is shown. All others decide what its measures are.
const SHOWN = ["list", "show", "chart", "step", "cover", "view", "more", "places", "comma", "pin"];

/** The address without the parts that change no measure.  @param {string} address */
export const essence = (address) => changed(address, Object.fromEntries(SHOWN.map((name) => [name, null])));
