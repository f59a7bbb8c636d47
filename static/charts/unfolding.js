// While the open table is shown step by step, the chart has only what the shown rows give. The server's drawing ends at
// the step of its answer; here it and what is read from it follow the stepper without a request.
import { changed } from "../page/address.js";
import { hear } from "../page/bus.js";
import { find, findAll, need } from "../page/elements.js";
import { form } from "../page/form.js";

/** @typedef {import("./description.js").Layer} Layer */

const work = () => find(".work", HTMLElement, form);
const isPartial = () => Boolean(work()?.classList.contains("partial"));

/** What is shown of charts, as a text that differs whenever that differs. */
export const stage = () => (isPartial() ? `${work()?.dataset.axis} ${work()?.dataset.step}` : "");

/**
 * Whether points are known that belong to these ranks or levels.
 * @param {boolean} ofLevel
 * @returns {(since: number | undefined) => boolean}
 */
function knownBy(ofLevel) {
  if (!isPartial()) return () => true;
  const { axis, step } = work()?.dataset ?? {};
  const isStepped = ofLevel === (axis !== "rank"); // ranks are all shown while levels unfold
  return (since) => Boolean(since) && (isStepped ? Number(since) <= Number(step) : !ofLevel);
}

/** A layer of a chart with the points that are known.  @param {Layer} layer  @returns {Layer} */
export function known(layer) {
  const { since } = layer;
  if (!since || !isPartial()) return layer;
  const is = knownBy(layer.ofLevel);
  /** @template T @param {T[]} list */
  const kept = (list) => list.filter((_, i) => is(since[i]));
  const { x, y, text, rows, filled } = layer;
  return {
    ...layer,
    x: kept(x),
    y: kept(y),
    text: kept(text),
    rows: kept(rows),
    filled: kept(filled),
    since: kept(since),
  };
}

/** @param {SVGPathElement} path */
function cut(path) {
  const whole = path.dataset.whole ?? path.getAttribute("d") ?? "";
  const since = (path.dataset.since ?? "").split(" ").map(Number);
  const parts = whole.split(/(?=M)| /);
  const is = knownBy("level" in path.dataset);
  const shown = parts.filter((_, i) => is(since[i])).join(whole.includes(" ") ? " " : "");
  if (shown === whole) delete path.dataset.whole;
  else path.dataset.whole = whole;
  if (path.getAttribute("d") !== shown) path.setAttribute("d", shown);
}

function follow() {
  const figure = find("#chart", HTMLElement, form);
  if (!figure) return;
  findAll(isPartial() ? "path[data-since]" : "path[data-whole]", SVGPathElement, figure).forEach(cut);
  const { stop } = { stop: find(".stop", HTMLElement, form)?.textContent };
  find(".box[tabindex]", HTMLElement, figure)?.setAttribute(
    "aria-describedby",
    isPartial() ? "chart-until" : "chart-says",
  );
  const until = find("#chart-until", HTMLElement, figure);
  if (!until) return;
  until.textContent = isPartial() ? `The chart is shown up to ${stop}.` : "";
  const step = { step: work()?.dataset.step || null };
  const numbers = need(".numbers", HTMLElement, figure);
  numbers.dataset.table = changed(numbers.dataset.table ?? "", step);
  for (const file of findAll(".save a", HTMLAnchorElement, figure)) {
    file.setAttribute("href", changed(file.getAttribute("href") ?? "", step));
  }
}

hear("painted", follow);
