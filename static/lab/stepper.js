// Step by step: unfolds the open table row by row, without asking the server. The slider is the state; the classes are
// those that the server gives the rows as well.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  if (!window.htmx || !form) return;

  const slider = () => form.elements.step;
  const rows = () => [...(document.getElementById("levels") || document.getElementById("steps")).tBodies[0].rows]
    .filter((row) => row.id);

  let mine = null; // the step taken since the server was last asked

  function unfold(step) {
    const input = slider();
    const work = form.querySelector(".work");
    const { read, axis } = work.dataset;
    const all = rows();
    const at = Math.max(0, Math.min(step, all.length));
    input.value = mine = at;
    const words = at ? `${axis} ${at} of ${all.length}` : "whole table";
    input.setAttribute("aria-valuetext", words);
    form.querySelector(".stop").textContent = words;
    all.forEach((row, i) => {
      row.classList.toggle("now", i + 1 === at);
      row.classList.toggle("ahead", at > 0 && i + 1 > at);
    });
    work.classList.toggle("stepping", at > 0);
    work.classList.toggle("unread", at > 0 && Number(read.split("-")[1] || 0) > at);
    keep(at);
    tell(all[at - 1]);
    if (!at && document.activeElement !== input) { // the slider tells its own value
      document.dispatchEvent(new CustomEvent("ireval:say", { detail: { text: "Whole table" } }));
    }
  }

  function tell(row) {
    document.dispatchEvent(new CustomEvent("ireval:stop", { detail: { row: row?.id || null } }));
    const box = document.documentElement.clientHeight;
    const place = row?.getBoundingClientRect();
    if (place && (place.top < 0 || place.bottom > box)) row.scrollIntoView({ block: "center" });
  }

  // The step stands at the end of the address, and undoing it is of no use to anybody: it replaces.
  function keep(at) {
    const address = form.dataset.address.replace(/&step=\d+$/, "") + (at ? `&step=${at}` : "");
    form.dataset.address = address;
    history.replaceState(history.state, "", address);
    form.dispatchEvent(new CustomEvent("ireval:patched", { bubbles: true, detail: { address, refused: false } }));
  }

  const by = (move) => unfold(Number(slider().value) + move);

  form.addEventListener("input", ({ target }) => { if (target.name === "step") unfold(Number(target.value)); });
  form.addEventListener("change", (event) => { if (event.target.name === "step") event.stopPropagation(); }, true);
  form.addEventListener("click", (event) => {
    const move = event.target.closest("button")?.value?.match(/^step (-?\d)$/)?.[1];
    if (move === undefined) return;
    event.preventDefault();
    if (move === "0") unfold(0);
    else by(Number(move));
  });
  document.addEventListener("ireval:step", ({ detail: { move } }) => { if (move) by(move); else unfold(0); });

  // What is unfolded while an answer is under way is not in that answer.
  form.addEventListener("htmx:beforeRequest", () => { mine = null; });

  // The server unfolded as far as the address says.
  const stopped = () => rows()[Number(slider().value) - 1];
  if (stopped()) tell(stopped());
  form.addEventListener("ireval:patched", ({ detail: { refused } }) => {
    if (mine !== null && mine !== Number(slider().value)) return unfold(mine);
    const row = stopped();
    if (!refused) document.dispatchEvent(new CustomEvent("ireval:stop", { detail: { row: row?.id || null } }));
  });
})();
