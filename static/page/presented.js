// Says what a presenter view shows: at once, and again whenever its address or something else about it is different.
import { here } from "./address.js";
import { hear, send } from "./bus.js";

/** @typedef {import("./bus.js").Presented} Presented */
/** @typedef {{ title: string } & Partial<Omit<Presented, "address">>} Shown */

/** @type {() => Shown | null} */
let describe = () => null;
let said = "";

/** Say what is shown now, unless that was said last. */
export function sayShown() {
  const shown = describe();
  if (!shown) return;
  /** @type {Presented} */
  const presented = { address: here(), item: 0, of: 0, minutes: 0, notes: "", following: "", question: "", ...shown };
  const text = JSON.stringify(presented);
  if (text === said) return;
  said = text;
  send("presented", presented);
}

/** Say from now on what the view shows.  @param {() => Shown | null} what  null as long as nobody knows */
export function describeView(what) {
  describe = what;
  sayShown();
}

// After all listeners: some of them write the address.
hear("patched", () => queueMicrotask(sayShown));
hear("painted", () => queueMicrotask(sayShown));
