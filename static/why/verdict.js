// Checks and explains numbers; the explanation is shown next to the table until it is closed.
import { changed, withQuery } from "../page/address.js";
import { say } from "../page/announcements.js";
import { find, findAll, make, need } from "../page/elements.js";
import { address, chosen, form } from "../page/form.js";

const MOST_READ = 3; // causes

export const verdict = need("#verdict", HTMLElement);
export const field = need("#ask-value", HTMLInputElement);

/** The open measure. */
export const measure = () => chosen("show")?.value ?? "";

let requests = 0;

/**
 * Have a number checked, and show the explanation.
 * @param {Record<string, string>} what
 * @param {HTMLElement} waiting  the field that it was typed in
 * @returns {Promise<DOMStringMap | undefined>} the answer's data about a covered value
 */
export async function check(what, waiting) {
  const mine = ++requests;
  const source = changed(withQuery(form.dataset.why ?? "", address()), { measure: measure(), ...what });
  waiting.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(source, { headers: { "HX-Request": "true" } });
    if (answer.status >= 500) throw new Error(answer.statusText);
    const text = await answer.text();
    if (mine !== requests) return undefined;
    verdict.innerHTML = text; // HTML from our own server
    const button = make("button", {
      type: "button",
      className: "close",
      textContent: "×",
      ariaLabel: "Close the explanation",
    });
    button.addEventListener("click", close);
    verdict.prepend(button);
  } catch {
    verdict.textContent = "The server did not answer. Try again.";
    return undefined;
  } finally {
    waiting.removeAttribute("aria-busy");
    if (mine === requests) say(sentences());
  }
  return find("[data-right]", HTMLElement, verdict)?.dataset;
}

/** The explanation in a few sentences, without its calculations. */
function sentences() {
  /** @param {ChildNode} node */
  const part = (node) => {
    if (!(node instanceof Element)) return node.textContent;
    return node.ariaHidden ? "" : node.textContent + (node.classList.contains("badge") ? ":" : "");
  };
  /** @param {string} selector */
  const texts = (selector) =>
    findAll(selector, Element, verdict).map((each) => [...each.childNodes].map(part).join("").trim());
  const causes = texts(".cause");
  const more = causes.length > MOST_READ ? [`And ${causes.length - MOST_READ} more.`] : [];
  const all = [...texts(".headline, .note"), ...causes.slice(0, MOST_READ), ...more];
  return (all.join(" ") || verdict.textContent).replace(/\s+/g, " ");
}

// Where the focus came from, so that it can return there without a jump.
/** @type {HTMLElement | null} */
let back = null;
verdict.addEventListener("focusin", ({ relatedTarget }) => {
  if (relatedTarget instanceof HTMLElement && !verdict.contains(relatedTarget)) back = relatedTarget;
});

function close() {
  const had = verdict.contains(document.activeElement);
  verdict.replaceChildren();
  if (had) (back?.isConnected ? back : field).focus({ preventScroll: true });
}

document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && target instanceof Node && (verdict.contains(target) || target === field)) close();
});
