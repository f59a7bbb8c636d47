// Times in the visitor's own time zone, which is named. The server states them in UTC.
import { findAll } from "../page/elements.js";

const long = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
});
const short = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The name of the visitor's time zone, such as Europe/Vienna. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** @param {Date} time  @returns {string}  such as “21 November 2026, 10:30 CET” */
export function inWords(time) {
  const part = Object.fromEntries(long.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} ${part.timeZoneName}`;
}

/** @param {Date} time */
function zoneAt(time) {
  return long.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/**
 * Change all times of a part of the page, or of an answer of the server before it is shown.
 * @param {ParentNode} root
 */
export function localize(root) {
  for (const element of findAll("time", HTMLTimeElement, root)) {
    const time = new Date(element.dateTime);
    element.textContent = "short" in element.dataset ? short.format(time) : inWords(time);
  }
  for (const element of findAll("[data-zone]", HTMLElement, root)) element.textContent = zoneAt(new Date());
}

localize(document);
