// The projector view of a page of tables and charts: one at a time. A remote shows what is below the window, then the
// next one. It begins and ends by links; a page without an address of its own, such as one made of files, stays.
import { changed, local, pathOf, withoutFragment } from "./address.js";
import { hear } from "./bus.js";
import { closest, find, findAll, need } from "./elements.js";
import { followLetters } from "./letter_keys.js";
import "./leaving.js";
import { describeView, sayShown } from "./presented.js";
import { blacken, followRemote, isTaken } from "./remote.js";
import { scrollOn, scrollToEdge } from "./scrolling.js";
import { showAlone, slidesOf } from "./slides.js";

const { body } = document;
const main = need("main", HTMLElement);
const bar = find("#presenting-page", HTMLElement) ?? document.createElement("div"); // elsewhere a link begins the view
const title = find("h1", HTMLElement, main)?.textContent ?? "";
const isProjected = () => body.classList.contains("projector");

let slides = slidesOf(main);
let at = 0;

/** @param {string} text */
function say(text) {
  need("#presenting-said", HTMLElement).textContent = text;
}

/** @param {number} wanted */
function show(wanted) {
  at = Math.min(Math.max(wanted, 0), slides.length - 1);
  showAlone(main, slides[at] ?? null);
  for (const region of slides[at]?.shown ?? []) {
    region.classList.remove("tight");
    region.classList.toggle("tight", region.scrollWidth > region.clientWidth);
  }
  need(".place", HTMLElement, bar).textContent = `${at + 1} of ${slides.length}`;
  need(".called", HTMLElement, bar).textContent = title;
  sayShown();
}

/** The last heading of a part.  @param {number} part */
const headingOf = (part) => slides[part]?.headings.at(-1)?.textContent?.trim() ?? "";

// ---- From part to part -------------------------------------------------------------------------------------------

/** @param {number} by */
function step(by) {
  if (scrollOn(by)) return;
  if (slides[at + by]) {
    show(at + by);
    scrollToEdge(by > 0 ? "start" : "end");
    say(`${at + 1} of ${slides.length}: ${slides[at]?.headings.map((one) => one.textContent?.trim()).join(", ")}`);
  } else {
    say(`This is the ${by > 0 ? "end" : "beginning"} of the page.`);
  }
}

/** Begin with the part that the address names, as links to an answer do. */
function begin() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const found = slides.findIndex((slide) =>
    [...slide.headings.slice(-1), ...slide.shown].some(
      (one) => target && (one.contains(target) || target.contains(one)),
    ),
  );
  show(found);
  if (target) target.scrollIntoView({ block: "nearest" });
}

window.addEventListener("hashchange", () => {
  if (isProjected()) begin();
});
hear("patched", () => {
  if (!isProjected()) return;
  slides = slidesOf(main);
  show(at);
});

// ---- Beginning and ending ----------------------------------------------------------------------------------------

/** @param {boolean} projected */
function turn(projected) {
  body.classList.toggle("projector", projected);
  body.classList.toggle("presents", projected);
  bar.hidden = !projected;
  if (projected) start();
  else showAlone(main, null);
}

let isFollowing = false;

function start() {
  begin();
  describeView(() => ({ title, item: at + 1, of: slides.length, following: headingOf(at + 1) }));
  if (isFollowing) return;
  isFollowing = true;
  followRemote((by) => isProjected() && step(by));
  const letters = { b: blacken, ".": blacken, "?": () => need("#presenting-keys", HTMLElement).togglePopover() };
  const box = need('#presenting-keys input[type="checkbox"]', HTMLInputElement);
  followLetters(letters, box, () => !isProjected());
}

for (const link of findAll("a[data-here]", HTMLAnchorElement)) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    turn(!isProjected());
  });
}
for (const button of findAll("[data-by]", HTMLElement, bar)) {
  button.addEventListener("click", () => isTaken(Number(button.dataset.by), true) || step(Number(button.dataset.by)));
}
if (isProjected()) start();

// ---- What leads to the same page stays in the view -----------------------------------------------------------------

document.addEventListener("click", (event) => {
  const link = closest(event.target, "main a[href]", HTMLAnchorElement);
  if (!link || !isProjected() || link.origin !== location.origin || link.pathname !== location.pathname) return;
  if (local(link.href) === local(location.href) && link.hash) return; // a place on this page
  if (!link.download) link.href = changed(withoutFragment(link.href), { view: "projector" }) + link.hash;
});
document.addEventListener("formdata", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const isSame = pathOf(form.action) === location.pathname && form.method === "get";
  if (isSame && isProjected()) event.formData.set("view", "projector");
});
