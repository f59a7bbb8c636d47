// The parts of a page that a projector shows one after the other: a table or a chart, with the text before it and the
// headings above it.

const UNIT = ".scroll, table, figure";
const HEADING = "h1, h2, h3, h4";
const SECTION = "section, form, details, .part";
const LEFT_OUT =
  ".vh, .present, .head, .trail, .files, .take, .taking, .entering:is(section, details), noscript, template";
const FOLDED = "details:not([open], :has(> summary > h3))"; // what is folded is shown with its summary alone

/**
 * The elements of a part and the headings above it; its section and the last heading before its table or chart.
 * @typedef {{ shown: Element[], headings: Element[], section: Element | null, under: Element | undefined }} Slide
 */

/** @param {Element} element */
const isThere = (element) =>
  !element.matches(LEFT_OUT) &&
  !(element instanceof HTMLElement && element.hidden) &&
  Boolean(element.textContent?.trim());

/**
 * All headings, tables, charts and texts in the order of the page.
 * @param {Element} within
 * @returns {Element[]}
 */
function leaves(within) {
  return [...within.children].filter(isThere).flatMap((child) => {
    const isLeaf = child.matches(`${UNIT}, ${HEADING}, ${FOLDED}`) || !child.querySelector(`${UNIT}, ${HEADING}`);
    return isLeaf ? [child] : leaves(child);
  });
}

/** @param {Element} heading */
const levelOf = (heading) => Number(heading.localName[1]);

/** The headings that are also above this element.  @param {Element[]} headings  @param {Element} element */
const above = (headings, element) =>
  headings.filter((heading) => heading.parentElement?.closest(`${SECTION}, main`)?.contains(element));

/** The parts of the page; all of it if it has forms alone.  @param {Element} main  @returns {Slide[]} */
export function slidesOf(main) {
  /** @type {Slide[]} */
  const slides = [];
  /** @type {Element[]} */
  let headings = [];
  /** @type {Slide | null} */
  let begun = null;
  for (const leaf of leaves(main)) {
    const section = leaf.parentElement?.closest(SECTION) ?? null;
    const last = slides.at(-1);
    headings = above(headings, leaf);
    const under = headings.at(-1);
    if (begun && begun.section !== section && !begun.section?.contains(section)) begun = null;
    if (leaf.matches(HEADING)) {
      headings = [...headings.filter((one) => levelOf(one) < levelOf(leaf)), leaf];
      if (levelOf(leaf) < 3) begun = null;
      begun?.shown.push(leaf);
    } else if (leaf.matches(UNIT)) {
      if (!begun) slides.push({ shown: [], headings, section, under });
      const slide = slides[slides.length - 1];
      slide.shown.push(leaf);
      Object.assign(slide, { section, under });
      begun = null;
    } else if (begun) {
      begun.shown.push(leaf);
    } else if (last?.section === section && last.under === under && isLast(leaf)) {
      last.shown.push(leaf);
    } else {
      begun = { shown: [leaf], headings, section, under };
      slides.push(begun);
    }
  }
  return slides.length ? slides : [{ shown: [...main.children], headings: [], section: null, under: undefined }];
}

/** Whether no table or chart of the same section follows.  @param {Element} leaf */
function isLast(leaf) {
  for (let next = leaf.nextElementSibling; next; next = next.nextElementSibling) {
    if (next.matches(HEADING)) return true;
    if (next.matches(UNIT) || next.querySelector(UNIT)) return false;
  }
  return true;
}

/** Show this part of the page alone, or everything.  @param {Element} main  @param {Slide | null} slide */
export function showAlone(main, slide) {
  const wanted = slide ? [...slide.headings, ...slide.shown] : [];
  for (const element of main.querySelectorAll("*")) {
    if (element.closest("svg, math, table") && !element.matches("table")) continue;
    const isPart = !slide || wanted.some((one) => one.contains(element) || element.contains(one));
    element.classList.toggle("elsewhere", !isPart);
  }
  for (const one of slide?.shown ?? []) {
    for (let fold = one.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      if (fold !== one) fold.open = true;
  }
}
