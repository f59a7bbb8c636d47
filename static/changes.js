// What a change did: measures that have another value are marked for a moment, and told politely.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  if (!window.htmx || !form) return;

  const TELL = 1; // measures told beside the open one, if that one did not change
  const items = () => [...form.querySelectorAll(".item")];
  const read = () => new Map(items().map((item) => {
    const radio = item.querySelector("input");
    return [radio.value, { name: item.querySelector(".m").textContent, text: value(item), open: radio.checked }];
  }));
  const value = (item) => item.querySelector(".v").firstChild.textContent.trim();
  const number = (text) => Number(text.replace(",", "."));

  // More or fewer decimals are no other value.
  function differs(a, b) {
    if (a === b || a === "?" || b === "?") return false;
    const places = Math.min(...[a, b].map((text) => (text.split(/[.,]/)[1] || "").length));
    return !(Math.abs(number(a) - number(b)) <= 0.5 * 10 ** -places + 1e-9);
  }

  let before = read();
  form.addEventListener("ireval:patched", ({ detail: { refused } }) => {
    if (refused) return;
    const after = read();
    const changed = [...after].filter(([key, { text }]) => before.has(key) && differs(before.get(key).text, text));
    const texts = changed.map(([key, { name, text, open }]) => ({ open, text: `${name} ${before.get(key).text} to ${text}` }));
    if (!changed.length) {
      before = after;
      return;
    }
    const rose = new Map(changed.map(([key, { text }]) => [key, number(text) > number(before.get(key).text)]));
    before = after;
    for (const item of items()) flash(item, rose.get(item.querySelector("input").value));
    const open = changed.find(([, item]) => item.open);
    flash(form.querySelector(".title .result"), open && rose.get(open[0]));
    const told = texts.filter(({ open }) => open).concat(texts.filter(({ open }) => !open)).slice(0, TELL);
    const rest = texts.length - told.length;
    const text = told.map((one) => one.text).join(", ")
      + (rest ? `; ${rest} more measure${rest === 1 ? "" : "s"} changed` : "");
    document.dispatchEvent(new CustomEvent("ireval:say", { detail: { text } }));
  });

  // A class each way, taken off when its moment is over; the style sheet gives it a colour and an arrow.
  let over = 0;
  function flash(element, up) {
    if (!element) return;
    element.classList.remove("rose", "fell");
    if (up === undefined) return;
    element.classList.add(up ? "rose" : "fell");
    clearTimeout(over);
    over = setTimeout(() => {
      for (const node of form.querySelectorAll(".rose, .fell")) node.classList.remove("rose", "fell");
    }, 2000);
  }
})();
