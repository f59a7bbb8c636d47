// The tools of the course page: progress is exported, imported and cleared.
import { find, make, need } from "../page/elements.js";
import { Unusable } from "./progress.js";
import { readFile, writeFile } from "./progress_file.js";
import { erase, keepAll, keeping, read, remarkOn } from "./progress_store.js";

const place = need(".keeping", HTMLElement);
const said = need(".said", HTMLElement, place);
const file = need("input", HTMLInputElement, place);

/** @param {import("./progress_store.js").Keeping} kept */
function remark(kept) {
  const shown = find(".not-kept", HTMLElement, place) ?? make("p", { className: "not-kept" }, place);
  shown.textContent = remarkOn(kept);
  shown.hidden = !shown.textContent;
}

need(".export", HTMLButtonElement, place).addEventListener("click", () => {
  const now = new Date();
  const address = URL.createObjectURL(new Blob([writeFile(read(), now)], { type: "application/json" }));
  const link = make("a", { href: address, download: `ireval-progress-${now.toISOString().slice(0, 10)}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  said.textContent = "";
});

need(".import", HTMLButtonElement, place).addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  try {
    const found = readFile(await chosen.text());
    remark(keepAll(found));
    said.textContent = `Imported: ${found.size} ${found.size === 1 ? "lesson" : "lessons"}, joined with what was here.`;
  } catch (error) {
    const reason = error instanceof Unusable ? error.message : "The file cannot be read.";
    said.textContent = `Nothing was imported. ${reason}`;
  }
  file.value = "";
});

need(".clear", HTMLButtonElement, place).addEventListener("click", () => {
  const before = erase();
  said.textContent = "Your progress is deleted. So is what you practised. ";
  const restore = make("button", { type: "button", textContent: "Restore" }, said);
  restore.addEventListener("click", () => {
    remark(keepAll(before));
    said.textContent = "Your progress is restored.";
    need(".clear", HTMLButtonElement, place).focus();
  });
  restore.focus();
});

remark(keeping());
