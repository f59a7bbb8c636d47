// Scrolls a presenter view through all that is on it. What is higher than its place is scrolled in it, then the page
// is. Parts that fit the window are not cut in two: the page stops where one of them begins.
import { find, findAll } from "./elements.js";

const PAGE = 0.8; // of the height that is in sight
const LEAST = 0.3; // of the window's height: no shorter way is worth a stop
const SLACK = 8; // pixels
const GAP = 48; // pixels between two parts, at most
const PARTS = "main .part, main .picture, main .beside";

const root = document.documentElement;
const last = () => root.scrollHeight - innerHeight;

/** The window's height without the bar that covers its lower edge on a small screen. */
function inSight() {
  const bar = find(".presenting", HTMLElement);
  return innerHeight - (bar && getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0);
}

/**
 * How much higher than a region is what is in it; what sticks out of its table is not counted.
 * @param {Element} region
 */
const excess = (region) =>
  (find("table", HTMLTableElement, region)?.offsetHeight ?? region.scrollHeight) - region.clientHeight;

/** Tables in sight that are higher than their place. */
function regions() {
  return findAll("main .scroll", HTMLElement).filter((region) => {
    const { top, bottom } = region.getBoundingClientRect();
    return (
      excess(region) > SLACK &&
      top < innerHeight - SLACK &&
      bottom > SLACK &&
      getComputedStyle(region).overflowY === "auto"
    );
  });
}

/** The places at which the page stops, from its top to its end. */
function stops() {
  const parts = findAll(PARTS, HTMLElement)
    .filter((part) => part.checkVisibility())
    .map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return { top: top + scrollY, bottom: bottom + scrollY };
    });
  const [end, height] = [last(), inSight()];
  const found = [0];
  for (let at = 0; end - at > SLACK; found.push(at)) {
    const cut = parts
      .filter(({ top, bottom }) => bottom > at + height + SLACK && top > at + LEAST * height)
      .map(({ top }) => top)
      .filter((top) => top < at + height + GAP);
    at = Math.min(end, cut.length ? Math.min(...cut, at + height) : at + PAGE * height);
  }
  return found;
}

/**
 * Scroll by about a window's height. Returns whether there was anything to scroll.
 * @param {number} by  1 down, -1 up
 */
export function scrollOn(by) {
  const region =
    by > 0
      ? regions().find((each) => excess(each) - each.scrollTop > SLACK)
      : regions().findLast((each) => each.scrollTop > 0);
  if (region) {
    region.scrollTop += by * PAGE * region.clientHeight;
    return true;
  }
  const found = stops();
  const next =
    by > 0
      ? found.find((stop) => stop > Math.ceil(scrollY) + SLACK)
      : found.findLast((stop) => stop < Math.floor(scrollY) - SLACK);
  if (next === undefined) return false;
  scrollTo(0, next);
  return true;
}

/**
 * Show the beginning or the end of all that is scrolled.
 * @param {"start" | "end"} edge
 */
export function scrollToEdge(edge) {
  for (const region of findAll("main .scroll", HTMLElement))
    region.scrollTop = edge === "end" ? region.scrollHeight : 0;
  scrollTo(0, edge === "end" ? root.scrollHeight : 0);
}
