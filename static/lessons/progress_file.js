// Progress as a file, to keep a copy or to take it to another browser.
import { plainProgress, readFields, readProgress, readTime, Unusable } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */

const FORMAT = "ireval-progress";
const VERSION = 1;
const MOST = 2_000_000; // characters

/** @param {Progress} progress  @param {Date} now */
export function writeFile(progress, now) {
  const file = { format: FORMAT, version: VERSION, exported: now.toISOString(), lessons: plainProgress(progress) };
  return JSON.stringify(file, null, 1);
}

/**
 * The progress in a file. Throws `Unusable`, which says what is wrong with it.
 * @param {string} text
 * @returns {Progress}
 */
export function readFile(text) {
  if (text.length > MOST)
    throw new Unusable(`The file is longer than ${MOST / 1_000_000} MB, so it cannot be a progress file.`);
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Unusable("The file is not JSON. Choose a file that was exported on this page.");
  }
  const fields = readFields(data, "The file");
  if (fields.get("format") !== FORMAT) {
    throw new Unusable(
      `The file has no progress: its format is not "${FORMAT}". Choose a file that was exported on this page.`,
    );
  }
  if (fields.get("version") !== VERSION) {
    throw new Unusable(
      `The file has version ${JSON.stringify(fields.get("version"))}, but this page reads version ${VERSION}.`,
    );
  }
  readFields(data, "The file", ["format", "version", "exported", "lessons"]);
  readTime(fields.get("exported"), "exported");
  return readProgress(fields.get("lessons"), "lessons");
}
