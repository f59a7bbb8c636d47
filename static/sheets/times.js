// The owner's pages with a form: times are shown, and typed, in the visitor's time zone.
import { find, findAll } from "../page/elements.js";
import { zone } from "./local_times.js";

const form = find("#times", HTMLFormElement);
const field = form && find("[name=zone]", HTMLInputElement, form);

/** @param {number} number */
const digits = (number) => String(number).padStart(2, "0");

/** @param {Date} time  as a field for local times holds it */
function fieldText(time) {
  const day = [time.getFullYear(), digits(time.getMonth() + 1), digits(time.getDate())].join("-");
  return `${day}T${digits(time.getHours())}:${digits(time.getMinutes())}`;
}

for (const input of findAll("form.slips [name=zone]", HTMLInputElement)) input.value = zone;

// After an error the fields hold what was typed, in the zone in which it was typed.
if (form && field?.value === "UTC" && !find("[aria-invalid]", HTMLElement, form)) {
  field.value = zone;
  for (const input of findAll("[type=datetime-local]", HTMLInputElement, form)) {
    if (input.value) input.value = fieldText(new Date(`${input.value}Z`));
  }
  for (const name of findAll("[data-form-zone]", HTMLElement, form)) name.textContent = `${zone}, your time zone`;
}
