// Marks in a row of steps which ones are answered.
import { find, findAll, make } from "../page/elements.js";
import { stepState } from "./standing.js";

const WORDS = { right: ", answered correctly", tried: ", begun", "": "" };

/** @param {HTMLElement} row  @param {import("./progress.js").Standing | undefined} standing */
export function markSteps(row, standing) {
  for (const link of findAll("a[data-questions]", HTMLAnchorElement, row)) {
    const state = stepState(standing, questionsOf(link));
    link.dataset.state = state;
    const said = find(".state", HTMLElement, link) ?? make("span", { className: "vh state" }, link);
    said.textContent = WORDS[state];
  }
}

/** The names of the questions of a step.  @param {HTMLAnchorElement} link */
export const questionsOf = (link) => (link.dataset.questions ?? "").split(" ").filter(Boolean);
