// Plays the figure: shows the list rank by rank, with the steps that exist, until the end or until somebody acts.
import { hear } from "../../page/bus.js";
import { closest, find, need } from "../../page/elements.js";
import { form } from "../../page/form.js";
import { move, unfold } from "../../lab/stepper.js";

const PACE = 1300; // ms from rank to rank: long enough to read a term

let timer = 0;

const button = () => find("#play", HTMLButtonElement, form);
const work = () => need(".work", HTMLElement, form);
const isDone = () => !work().classList.contains("partial");

function dress() {
  const shown = button();
  if (!shown) return;
  shown.textContent = timer ? "Pause" : "Play";
  shown.classList.toggle("plays", Boolean(timer));
}

function stop() {
  clearInterval(timer);
  timer = 0;
  dress();
}

function next() {
  move(1);
  if (isDone()) stop();
}

function start() {
  if (isDone()) unfold(0);
  timer = setInterval(next, PACE);
  next();
  dress();
}

form.addEventListener("click", ({ target }) => {
  if (closest(target, "#play", HTMLButtonElement)) (timer ? stop : start)();
});

/** Stop it, but not by what presses the button: that stops it itself.  @param {Event} event */
function interrupt(event) {
  const presses = !(event instanceof KeyboardEvent) || event.key === " " || event.key === "Enter";
  if (timer && !(presses && closest(event.target, "#play", HTMLButtonElement))) stop();
}
for (const action of ["pointerdown", "keydown", "change", "submit"]) document.addEventListener(action, interrupt, true);
document.addEventListener("visibilitychange", stop);
hear("painted", () => {
  if (!button()) stop();
  dress();
});
