// The lab: all its scripts, changes made before they came, and buttons that step a number.
import { areChanged } from "../page/controls.js";
import { closest, find } from "../page/elements.js";
import { form, input } from "../page/form.js";
import { htmx } from "../page/htmx.js";
import { post } from "../page/requests.js";
import "../charts/charts.js";
import "./labels.js";
import "./order/order.js";
import "./order/drag.js";
import "./order/row_menu.js";
import "./order/names.js";
import "./highlights.js";
import "./navigation.js";
import "./stepper.js";
import "./predictions.js";
import "./covers.js";
import "./differences.js";
import "./shortcuts.js";
import "../page/clipboard.js";
import "../downloads/share.js";

// ---- Changes made before the scripts came ----------------------------------------------------------------------

function pickUp() {
  if (htmx && areChanged()) post();
}

// htmx wires the form up at DOMContentLoaded, in a listener that is older than this one. A page that comes back from
// the browser's memory may have been left with its last change unanswered.
if (document.readyState === "complete") pickUp();
else document.addEventListener("DOMContentLoaded", pickUp);
window.addEventListener("pageshow", (event) => { if (event.persisted) pickUp(); });

// Where the measures are one line that scrolls, the open one is in view.
const [panel, item] = [find(".panel", HTMLElement, form), find(".item:has(:checked)", HTMLElement, form)];
if (panel && item) panel.scrollLeft = item.getBoundingClientRect().left - panel.getBoundingClientRect().left - 16;

// ---- Buttons that step a number --------------------------------------------------------------------------------

form.addEventListener("click", (event) => {
  const button = closest(event.target, "[data-step-up], [data-step-down]", HTMLElement);
  if (!button) return;
  event.preventDefault(); // without scripts the button submits the form
  const { stepUp, stepDown = "" } = button.dataset;
  const number = input(stepUp ?? stepDown);
  const before = number.value;
  if (stepUp) number.stepUp();
  else number.stepDown();
  if (number.value !== before) post();
});
