// Whether columns of the step table are scrolled behind its last one, or behind the documents' names, which both stay
// in sight: the style sheet sets these apart.
import { hear } from "../page/bus.js";
import { find } from "../page/elements.js";
import { form } from "../page/form.js";

const view = find(".work > .scroll", HTMLElement, form);

function mark() {
  if (!view) return;
  const before = Math.abs(view.scrollLeft);
  form.classList.toggle("cut", view.scrollWidth - view.clientWidth - before > 1);
  form.classList.toggle("begun", before > 1);
}

// A size is reported after the layout, so that the layout need not be computed for it.
const sizes = new ResizeObserver(mark);

/** The tables may be others after a change. */
function observe() {
  for (const each of view ? [view, ...view.children] : []) sizes.observe(each);
}

view?.addEventListener("scroll", mark, { passive: true });
hear("patched", observe);
observe();
