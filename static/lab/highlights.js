// Links between the representations, in both directions: a cell of the table, its number in the calculation, its symbol
// in the formula and its point on the chart. Whatever is pointed at or focused is told to all by "ireval:point" with
// {row, col, from}; the chart's own script listens and speaks too. What is marked is found by data-row, data-col.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  const line = document.getElementById("line");
  if (!window.htmx || !form || !line) return;
  const CHUNK = 50; // rows whose calculations come with one answer, as the server has it

  const numberOf = (row) => Number(row.split("-")[1]);
  const say = (text) => document.dispatchEvent(new CustomEvent("ireval:say", { detail: { text } }));
  const select = (row, col) => `[data-row="${CSS.escape(row)}"][data-col="${CSS.escape(col)}"]`;

  // ---- Cells ---------------------------------------------------------------------------------------------------

  const table = () => document.getElementById("levels") || document.getElementById("steps");
  const heads = (of) => [...of.tHead.rows[0].cells];

  function columnOf(cell) {
    const fromEnd = cell.parentNode.cells.length - cell.cellIndex;
    return cell.localName === "td" ? heads(cell.closest("table")).at(-fromEnd)?.dataset.col || "" : "";
  }

  // The cell that shows the value, not the one beside it that calculates it.
  function cellAt(row, col) {
    const cells = document.getElementById(row)?.cells;
    const all = heads(table());
    const place = all.findIndex((head) => head.dataset.col === col && !head.classList.contains("calc"));
    return place < 0 ? undefined : cells?.[cells.length - (all.length - place)];
  }

  const covered = (row, col) => Boolean(cellAt(row, col)?.querySelector(".guess"));

  // ---- Lines: the calculations, asked for when somebody points ----------------------------------------------------

  let chunks = new Map();
  let address = "";

  function linesOf(row) {
    const query = form.dataset.address.split("?")[1].replace(/&step=\d+$/, "");
    if (query !== address) [chunks, address] = [new Map(), query];
    const from = Math.floor((numberOf(row) - 1) / CHUNK) * CHUNK + 1;
    if (!chunks.has(from)) {
      const asked = fetch(`${form.dataset.lines}?${query}&from=${from}`)
        .then((answer) => (answer.ok ? answer.json() : {}))
        .catch(() => { chunks.delete(from); return {}; });
      chunks.set(from, asked);
    }
    return chunks.get(from).then((rows) => rows[row] || {});
  }

  // ---- Marks ---------------------------------------------------------------------------------------------------

  const MARKS = ["lit", "used", "pointed"];
  let now = null; // what is pointed at
  let stop = null; // the row where the stepper stands, shown while nothing is pointed at
  let spoken = null; // what was told last: a change of the list draws it again, and tells its own
  let telling = 0;
  const RESTS = 200; // ms; a row or cell that is only passed is not told

  function clear() {
    for (const mark of MARKS) for (const node of document.querySelectorAll("." + mark)) node.classList.remove(mark);
  }

  function light({ row, col }) {
    if (row) document.getElementById(row)?.classList.add("pointed");
    if (col) for (const node of form.querySelectorAll(`.formula [data-col="${CSS.escape(col)}"]`)) node.classList.add("lit");
    if (!row && col) {
      for (const head of heads(table())) head.classList.toggle("lit", head.dataset.col === col);
      for (const each of shownRows()) cellAt(each.id, col)?.classList.add("lit");
    }
    if (row && col) cellAt(row, col)?.classList.add("lit");
    const terms = row && `.final ${col ? select(row, col) : `[data-row="${CSS.escape(row)}"]`}`;
    if (row) for (const node of form.querySelectorAll(terms)) node.classList.add("lit");
  }

  // A symbol of the formula stands for a column, which its head tells in words.
  function name(col) {
    const head = heads(table()).findLast((each) => each.dataset.col === col);
    if (head) say(`${col}: ${head.title}`);
  }

  async function explain(target) {
    const { row, col, from } = target;
    const lines = row ? await linesOf(row) : {};
    if (target !== (now || stop)) return; // somebody points elsewhere by now
    const tells = (key, used) => covered(row, key) || used.some((place) => covered(...place));
    const shown = Object.entries(lines).filter(([key, [, , used]]) => (!col || key === col) && !tells(key, used));
    const calculated = shown.filter(([, [, , , is]]) => is);
    const wanted = col || !calculated.length ? shown : calculated;
    if (!wanted.length) {
      // a cell without a calculation; a stepped row without cells
      const any = Object.keys(lines).some((key) => !col || key === col);
      line.replaceChildren(hint(any ? "Covered: predict it first." : "There is nothing to calculate here."));
      return;
    }
    line.replaceChildren(...wanted.map(([key, [html]]) => {
      const span = document.createElement("span");
      span.dataset.col = key;
      span.innerHTML = html; // the server's own MathML
      return span;
    }));
    for (const [, [, , used]] of wanted) {
      for (const [usedRow, usedCol] of used) {
        if (usedRow !== row || usedCol !== col) cellAt(usedRow, usedCol)?.classList.add("used");
      }
    }
    if (target === spoken || (from !== "keys" && from !== "step")) return;
    spoken = target;
    clearTimeout(telling);
    telling = setTimeout(say, RESTS, wanted.map(([, [, text]]) => text).join("; "));
  }

  const HINT = line.dataset.hint;
  function hint(text) {
    const p = document.createElement("p");
    p.textContent = text;
    return p;
  }

  function refresh() {
    clear();
    const target = now || stop;
    if (!target) {
      if (line.textContent.trim() !== HINT) line.replaceChildren(hint(HINT));
      return;
    }
    light(target);
    if (target.row) explain(target);
    else if (target.col && target.from === "keys" && target !== spoken) name((spoken = target).col);
  }

  function point(target, from) {
    now = target && { ...target, from };
    const told = now || stop;
    document.dispatchEvent(new CustomEvent("ireval:point", { detail: { row: told?.row || null, col: told?.col || null, from } }));
    refresh();
  }

  document.addEventListener("ireval:point", ({ detail: { row, from } }) => {
    if (from !== "chart") return;
    now = row ? { row, col: null, from } : null;
    refresh();
  });

  document.addEventListener("ireval:stop", ({ detail: { row } }) => {
    if (row === (stop?.row || null)) return;
    stop = row ? { row, col: null, from: "step" } : null;
    point(null, "step");
  });

  // ---- Pointing --------------------------------------------------------------------------------------------------

  // What an element stands for: a cell, a number or a symbol that is tied to one.
  function meant(element) {
    const tied = element.closest?.("[data-col]");
    if (tied && form.contains(tied)) {
      if (tied.localName === "th") return { row: null, col: tied.dataset.col };
      const row = tied.dataset.row || (line.contains(tied) ? (now || stop)?.row : null);
      return { row: row || null, col: tied.dataset.col };
    }
    const cell = element.closest?.("#steps tbody td, #levels tbody td");
    const col = cell && columnOf(cell);
    return col && !cell.parentNode.classList.contains("ahead") ? { row: cell.parentNode.id, col } : null;
  }

  const same = (a, b) => (a?.row || "") === (b?.row || "") && (a?.col || "") === (b?.col || "");
  let waiting = 0;
  let place = "";
  form.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
    const here = `${clientX} ${clientY}`;
    const rests = here === place; // the page moved, not the pointer
    place = here;
    if (rests || pointerType === "touch") return; // a tap focuses or clicks
    clearTimeout(waiting);
    // The line itself would change under the pointer; the chart speaks for itself.
    if (line.contains(target) || target.closest("#chart")) return;
    waiting = setTimeout(() => {
      const to = meant(target);
      if (!same(to, now)) point(to, "pointer");
    }, 60);
  });
  form.addEventListener("pointerleave", () => {
    clearTimeout(waiting);
    if (now && now.from !== "keys" && now.from !== "chart") point(null, "pointer");
  });
  form.addEventListener("click", ({ target }) => {
    const cell = target.closest("#steps tbody td, #levels tbody td, .formulas [data-col]");
    const to = cell && !target.closest("input, button, label") ? meant(cell) : null;
    if (to) point(to, "click");
    if (to && cell.localName === "td") focus(cell); // keys are about it from here on
  });

  // ---- The same by keyboard ----------------------------------------------------------------------------------------

  function focus(element) {
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus();
  }

  form.addEventListener("focusin", ({ target }) => {
    if (target.matches("td, [data-col]") || target.matches(".guess")) {
      const to = meant(target);
      if (to && (now?.from === "pointer" || !same(to, now))) point(to, "keys");
    }
  });
  form.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (now?.from === "keys" && target.matches("td, [data-col], .guess") && !relatedTarget?.matches("td, [data-col], .guess")) {
      point(null, "keys");
    }
  });

  const shownRows = () => [...table().tBodies[0].rows].filter((row) => row.id && !row.classList.contains("ahead"));
  const computed = (row) => [...row.cells].filter((cell) => columnOf(cell));

  // Arrow keys in the region around the table lead to its cells and from cell to cell.
  function inTable(target, key) {
    const rows = shownRows();
    const cell = target.closest("td");
    if (!cell) {
      const row = rows.find((r) => r.classList.contains("now")) || rows[0];
      return row && key.startsWith("Arrow") ? computed(row)[0] : null;
    }
    const cells = computed(cell.parentNode);
    const [x, y] = [cells.indexOf(cell), rows.indexOf(cell.parentNode)];
    const across = { ArrowLeft: x - 1, ArrowRight: x + 1, Home: 0, End: cells.length - 1 }[key];
    if (across !== undefined) return cells[across];
    const down = { ArrowUp: y - 1, ArrowDown: y + 1, PageUp: 0, PageDown: rows.length - 1 }[key];
    return rows[down] && computed(rows[down])[x];
  }

  // In a formula they lead from number to number.
  function inFormula(target, key) {
    const box = target.closest(".formula, .final, #line");
    const all = [...box.querySelectorAll("mn[data-col], mi[data-col]")];
    const at = all.indexOf(target);
    const last = all.length - 1;
    return all[{ ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last }[key]];
  }

  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const region = target.closest(".scroll");
    let to = null;
    if (region && (target === region || target.matches("td"))) {
      if (key === "Escape" && target !== region) to = region;
      else to = inTable(target, key);
    } else if (target.closest(".formula, .final, #line") && !target.matches("input")) {
      if (key === "Escape") to = target.closest("[tabindex='0']");
      else to = inFormula(target, key);
    }
    if (!to) return;
    event.preventDefault();
    const guess = to.querySelector?.(":scope > .guess");
    if (guess) guess.focus();
    else if (to.tabIndex === 0) to.focus();
    else focus(to);
  });

  // ---- After a change ------------------------------------------------------------------------------------------------

  // The answer takes the mark of the focused cell away, and so its focus, or puts a field in its place.
  let kept = null;
  form.addEventListener("htmx:beforeSwap", () => { kept = document.activeElement?.matches("td, .guess") ? now : null; });

  document.addEventListener("ireval:patched", () => {
    if (now?.row && !document.getElementById(now.row)) now = null;
    const cell = kept?.row && kept.col && cellAt(kept.row, kept.col);
    kept = null;
    refresh();
    if (cell) focus(cell.querySelector(".guess") || cell);
  });
})();
