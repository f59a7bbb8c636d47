// Errors at their fields: a new one is brought into view, and a folded part of the page that contains it is opened.
import { hear } from "../page/bus.js";
import { find, findAll } from "../page/elements.js";
import { form } from "../page/form.js";

const read = () => new Map(findAll(".fault", HTMLElement, form).map((fault) => [fault.id, fault.textContent]));

/** @type {ReturnType<typeof read>} */
let before = new Map();

/** What is wrong stays in view only when it is new, because the page may have been scrolled on purpose since. */
function show() {
  const now = read();
  const fresh = [...now.keys()].filter((id) => now.get(id) !== before.get(id));
  before = now;
  const faults = fresh.flatMap((id) => find(`#${CSS.escape(id)}`, HTMLElement, form) ?? []);
  for (const fault of faults) {
    for (let fold = fault.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      fold.open = true;
  }
  const [first] = faults;
  (first?.closest(".field") ?? first)?.scrollIntoView({ block: "nearest" });
}

show();
hear("patched", show);
