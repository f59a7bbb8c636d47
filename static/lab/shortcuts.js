// Single keys for the lecturer, listed on "?". They can be switched off, as speech input may speak letters.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  const help = document.getElementById("keys");
  if (!window.htmx || !form || !help) return;
  const OFF = "ireval.keys";
  const projector = document.body.classList.contains("projector");

  const send = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`ireval:${name}`, { detail }));

  function list() {
    help.showModal();
    help.querySelector("button").focus();
  }

  // The state may have changed since the link was made.
  document.querySelector("a.projecting")?.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const address = form.dataset.address.replace(/&view=\w+/, "");
    location.href = projector ? address : address.replace(/(?=&step=|$)/, "&view=projector");
  });

  function neighbour(move, name = "show") {
    const radios = [...form.querySelectorAll(`input[name="${name}"]`)];
    const at = radios.findIndex((radio) => radio.checked);
    radios[(at + move + radios.length) % radios.length]?.click();
  }

  const ACTIONS = {
    j: () => send("step", { move: 1 }),
    k: () => send("step", { move: -1 }),
    w: () => send("step", { move: 0 }),
    c: () => send("cover"),
    a: () => document.querySelector("#verdict:not(:empty)")?.focus(),
    y: () => document.getElementById("ask-value").focus(),
    m: () => (form.querySelector('input[name="show"]:checked') || form.querySelector('input[name="show"]')).focus(),
    t: () => form.querySelector(".scroll").focus(),
    "[": () => neighbour(-1),
    "]": () => neighbour(1),
    l: () => neighbour(1, "list"),
    p: () => document.querySelector("a.projecting")?.click(),
    "?": list,
  };
  // A presenter's remote sends these; elsewhere they scroll the page.
  const REMOTE = { PageDown: "j", PageUp: "k", ArrowRight: "j", ArrowLeft: "k", ArrowDown: "j", ArrowUp: "k" };

  let off = false;
  try { off = localStorage.getItem(OFF) === "off"; } catch { /* no storage, no memory */ }
  const box = help.querySelector('input[type="checkbox"]');
  box.checked = !off;
  box.addEventListener("change", () => {
    off = !box.checked;
    try { localStorage.setItem(OFF, off ? "off" : "on"); } catch { /* it holds for this page */ }
  });
  help.querySelector("button").addEventListener("click", () => help.close());
  document.querySelector("[data-keys]")?.addEventListener("click", list);

  const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"]), select, textarea';
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || help.open) return;
    const free = target === document.body || target.closest?.("main") === target;
    const remote = projector && free && REMOTE[key];
    if (off && !remote && key !== "?") return;
    if (target.matches?.(TYPED) && !(target.matches(".guess") && key === "c")) return;
    const action = ACTIONS[remote || (key.length === 1 ? key.toLowerCase() : "")];
    if (!action) return;
    event.preventDefault();
    action();
  });
})();
