// Before and after: the open measure and R as they were before the last change, beside what they are now. Nothing is
// shown of a value that is covered, or that the steps have not reached.
import { essence, valueOf } from "../../page/address.js";
import { hear } from "../../page/bus.js";
import { make, need } from "../../page/elements.js";
import { readings } from "./values.js";

const region = need("#change", HTMLElement);
const [values, remark] = [".values", ".remark"].map((part) => need(part, HTMLElement, region));
const hint = remark.textContent;

/** @typedef {import("./values.js").Reading} Reading */
/** @type {Reading | null} */
let was = null; // before the last change
let sentence = "";
let isNew = false; // whether the sentence is about a change that is being answered

hear("remark", ({ text }) => {
  [sentence, isNew] = [text, true];
});

hear("arrived", () => {
  [was, sentence, isNew] = [null, "", false];
});

/** Whether numbers are written alike and belong to the same list.  @param {Reading} a  @param {Reading} b */
const comparable = (a, b) =>
  a.heading === b.heading &&
  a.list === b.list &&
  ["places", "comma"].every((name) => valueOf(a.address, name) === valueOf(b.address, name));

hear("settled", () => {
  const { was: before, now } = readings();
  const isChange = essence(before.address) !== essence(now.address);
  if (!comparable(before, now)) was = null;
  else if (isChange) was = before;
  if (!isNew && (isChange || !comparable(before, now))) sentence = "";
  isNew = false;
  show(now);
});

/** @param {string} name  @param {string} old  @param {string} value */
const change = (name, old, value) => (old === value ? `${name} stays ${value}` : `${name} ${old} → ${value}`);

/** @param {Reading} now */
function show(now) {
  const parts = [];
  const old = was?.all.get(now.open) ?? was?.all.get(was.open);
  const fresh = now.all.get(now.open);
  if (old && fresh && old.value !== "?" && fresh.value !== "?") {
    parts.push(
      old.name === fresh.name
        ? change(fresh.name, old.value, fresh.value)
        : `${old.name} ${old.value} → ${fresh.name} ${fresh.value}`,
    );
  }
  if (was) parts.push(change("R", was.relevant, now.relevant));
  values.replaceChildren();
  for (const textContent of parts) {
    if (values.firstChild) values.append(", ");
    make("span", { textContent }, values);
  }
  remark.textContent = sentence || (was ? "" : hint);
  region.title = [values.textContent, sentence].filter(Boolean).join(". ");
}
