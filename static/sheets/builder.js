// The builder: files and publishing leave the page, so htmx must not take them; and the sheet outlives a reload.
(() => {
  "use strict";
  const form = document.getElementById("builder");
  if (!form) return;

  // A button with an address of its own is the browser's: an answer may be a file or another page.
  document.addEventListener("submit", (event) => {
    if (!event.submitter?.hasAttribute("formaction")) return;
    event.stopPropagation();
    keep(); // the answer may be that it cannot be done now
  }, true);

  // Answers tried in the preview wait for the button that marks them.
  form.addEventListener("change", (event) => {
    if (event.target.closest(".preview")) event.stopPropagation();
  }, true);

  // The focus stays in the list when an exercise goes, and follows one that comes.
  const ids = () => [...form.querySelectorAll(".exercise")].map((e) => e.id);
  let before = ids();
  const say = (text) => document.dispatchEvent(new CustomEvent("ireval:say", { detail: { text } }));
  function follow() {
    const after = ids();
    const come = after.find((id) => !before.includes(id));
    const gone = before.findIndex((id) => !after.includes(id));
    if (come) {
      const exercise = document.getElementById(come);
      exercise.querySelector("select").focus({ preventScroll: true });
      exercise.scrollIntoView({ block: "nearest" });
      say("Exercise added.");
    } else if (gone >= 0) {
      const next = document.getElementById(after[Math.min(gone, after.length - 1)]) || form.querySelector(".adding");
      next.querySelector("button").focus();
      say("Exercise removed. It can be put back.");
    } else if (after.join() !== before.join()) say("Exercise moved.");
    before = after;
  }

  // ---- A sheet that was changed is kept as it was typed, for as long as this tab is open ---------------------------

  const KEPT = "ireval:draft";
  const stored = (change) => { try { return change(window.sessionStorage); } catch { return null; } };
  const offer = document.getElementById("kept");
  function draft() {
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("csrf_token");
    return fields.toString();
  }
  const keep = () => stored((storage) => storage.setItem(KEPT, draft()));
  const kept = stored((storage) => storage.getItem(KEPT));
  if (kept && kept !== draft()) {
    const fields = new URLSearchParams(kept);
    offer.addEventListener("formdata", ({ formData }) => {
      for (const [name, value] of fields) formData.append(name, value);
    });
    offer.querySelector("span").textContent = fields.get("title") || "the sheet before";
    offer.hidden = false;
  }
  form.addEventListener("ireval:patched", () => {
    follow();
    offer.hidden = true;
    keep();
  });
})();
