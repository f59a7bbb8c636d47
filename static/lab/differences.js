// What a change did: measures that have another value are marked for a moment, and told politely.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  if (!window.htmx || !form) return;

  const TELL = 1; // measures told beside the open one and the means, if that one did not change
  const text = (node) => node.textContent.trim().replace(/^– /, "");
  const number = (value) => Number(value.replace("−", "-").replace(",", "."));
  const figure = (cell) => cell.textContent.match(/[−+]?\d+([.,]\d+)?|–/)?.[0] ?? "";

  // What has a value: [node, what it is called (nothing where it is only marked), its value, whether it is the open one].
  // The open measure's is unknown while it is still to be unfolded.
  function* values() {
    const unread = form.querySelector(".unread");
    for (const item of form.querySelectorAll(".item")) {
      const { value, checked } = item.querySelector("input");
      const known = checked && unread ? "?" : text(item.querySelector(".v"));
      yield [value, item, item.querySelector(".m").textContent, known, checked];
    }
    if (unread) return; // the means and the comparison would tell it
    for (const mean of form.querySelectorAll(".overall [data-of]")) {
      yield [`mean ${mean.dataset.of}`, mean, mean.dataset.of, text(mean), true];
    }
    for (const tab of form.querySelectorAll(".list-tab small")) {
      yield [`list ${tab.closest("label").control.value} ${open()}`, tab, "", text(tab)];
    }
    for (const table of form.querySelectorAll("table.compared")) {
      const heads = table.tHead.textContent; // under other heads stand other values
      for (const row of table.rows) {
        const name = `${heads} ${row.rowIndex} ${row.cells[0].textContent} `;
        for (const cell of row.cells) if (cell.localName === "td") yield [name + cell.cellIndex, cell, "", figure(cell)];
      }
    }
  }
  const read = () => new Map([...values()].map(([key, node, name, value, open]) => [key, { node, name, value, open }]));
  const open = () => form.querySelector('[name="show"]:checked')?.value;
  const tab = () => form.querySelector(".list-tab :checked")?.closest("label");

  // More or fewer decimals are no other value.
  function differs(a, b) {
    if (a === b || a === "?" || b === "?" || !a || !b) return false;
    const places = Math.min(...[a, b].map((value) => (value.split(/[.,]/)[1] || "").length));
    return !(Math.abs(number(a) - number(b)) <= 0.5 * 10 ** -places + 1e-9);
  }

  const heading = () => form.querySelector("h1").textContent;
  const say = (words) => document.dispatchEvent(new CustomEvent("ireval:say", { detail: { text: words } }));

  const seen = () => [read(), heading(), tab()?.control.value];

  let before = seen();
  form.addEventListener("ireval:patched", ({ detail: { refused } }) => {
    if (refused) return;
    const [was, called, list] = before;
    before = seen();
    const [now, heads, opened] = before;
    if (heads !== called || opened !== list) return tellList(now, heads !== called); // its values are others, not changed
    const changed = [...now].filter(([key, { value }]) => was.has(key) && differs(was.get(key).value, value));
    for (const [key, { node, value }] of changed) mark(node, number(value) - number(was.get(key).value));
    const own = changed.find(([key]) => key === open());
    if (own) mark(form.querySelector(".title .result"), number(own[1].value) - number(was.get(own[0]).value));
    const named = changed.filter(([, { name }]) => name).map(([key, { name, value, open: first }]) => (
      { first, words: `${name} ${was.get(key).value} to ${value}` }));
    const first = named.filter((one) => one.first);
    const told = first.length ? first : named.slice(0, TELL);
    const rest = named.length - told.length;
    if (!told.length) return;
    say(told.map((one) => one.words).join(", ") + (rest ? `; ${rest} more measure${rest === 1 ? "" : "s"} changed` : ""));
  });

  function tellList(now, rearranged) {
    const { name, value } = now.get(open()) ?? {};
    const told = tab() && value && value !== "?";
    const own = told ? `${tab().querySelector(".called").textContent}: ${name} ${value}.` : "";
    say(`${rearranged ? `${heading()}.` : ""} ${own}`.trim());
  }

  // A class each way, taken off when its moment is over; the style sheet gives it a colour and an arrow.
  let over = 0;
  function mark(node, by) {
    if (!node) return;
    node.classList.remove("rose", "fell", "became");
    node.classList.add(by > 0 ? "rose" : by < 0 ? "fell" : "became"); // there is no way from or to "not defined"
    clearTimeout(over);
    over = setTimeout(() => {
      for (const marked of form.querySelectorAll(".rose, .fell, .became")) marked.classList.remove("rose", "fell", "became");
    }, 2000);
  }
})();
