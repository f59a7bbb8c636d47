// All scripts of the lab but those of the projector view, changes made before they were loaded, and buttons that step a
// number.
import { areChanged } from "../page/controls.js";
import { closest, find } from "../page/elements.js";
import { form, input } from "../page/form.js";
import { htmx } from "../page/htmx.js";
import { whenReady } from "../page/ready.js";
import { post } from "../page/requests.js";
import "./faults.js";
import { step } from "./number_fields.js";
import "../charts/charts.js";
import "../charts/figures/cards.js";
import "../charts/figures/marks.js";
import "../charts/figures/play.js";
import "./labels.js";
import "./label_picker.js";
import "./order/order.js";
import "./order/drag.js";
import "./order/row_menu.js";
import "./order/names.js";
import "./highlights.js";
import "./sticky_columns.js";
import "./calculation_sheet.js";
import "./navigation.js";
import "./stepper.js";
import "./predictions.js";
import "./covers.js";
import "./differences.js";
import "./change/effect.js";
import "./change/undo.js";
import "./shortcuts.js";
import "./reader.js";
import "../page/clipboard.js";
import "../page/menus.js";
import "../downloads/share.js";
import "../entry/entry.js";
import "../playlist/collector.js";

// ---- Changes made before the scripts loaded --------------------------------------------------------------------

function pickUp() {
  if (htmx && areChanged()) post();
}

// A page that is restored from the browser's memory may not have had an answer to its last change.
whenReady(pickUp);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) pickUp();
});

// Scroll to the open measure on a small screen, where the measures are in one line. Elsewhere its place is not asked
// for, because the browser would have to lay out the page at once.
const [panel, item] = [find(".panel", HTMLElement, form), find(".item:has(:checked)", HTMLElement, form)];
if (panel && item && matchMedia("(max-width: 44rem)").matches) {
  panel.scrollLeft = item.getBoundingClientRect().left - panel.getBoundingClientRect().left - 16;
}

// ---- Buttons that step a number --------------------------------------------------------------------------------

form.addEventListener("click", (event) => {
  const button = closest(event.target, "[data-step-up], [data-step-down]", HTMLElement);
  if (!button) return;
  event.preventDefault(); // without scripts the button submits the form
  const { stepUp, stepDown = "" } = button.dataset;
  const number = input(stepUp ?? stepDown);
  if (step(number, stepUp ? 1 : -1)) post();
});
