// Documents by hand: dragged by rank or name, moved with Alt and the arrows or from a row's menu, named in place.
// All listeners are on the form, so rows that come and go need none; what floats above the page stands outside it.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  if (!form || !window.htmx) return;
  document.documentElement.classList.add("by-hand");

  const rowOf = (node) => { const row = node?.closest?.("#steps tr"); return row?.querySelector("fieldset") ? row : null; };
  const rows = () => [...form.querySelectorAll("#steps > tbody > tr")].filter(rowOf);
  const rankOf = (row) => Number(row.id.slice("rank-".length));
  const rowAt = (rank) => rowOf(document.getElementById(`rank-${rank}`));
  const nameCell = (row) => row.querySelector("td.doc");
  const nameOf = (row) => nameCell(row).textContent.trim();
  const chosen = (row) => row.querySelector("fieldset input:checked") || row.querySelector("fieldset input");
  const post = () => form.dispatchEvent(new Event("change", { bubbles: true }));
  const say = (text) => document.dispatchEvent(new CustomEvent("ireval:say", { detail: { text } }));

  function made(tag, properties, parent) {
    const element = Object.assign(document.createElement(tag), properties);
    parent?.append(element);
    return element;
  }

  // ---- Moving -------------------------------------------------------------------------------------------------

  // What is asked of the server stays in the form until it has answered: a change made meanwhile sends it again.
  // One move is on its way at a time; what the keys want meanwhile is added up and sent after it.
  let sent = null; // {name, from, to, focus: value of the control that keeps the focus, wanted: the rank wished for}

  function move(row, to, focus = null) {
    const last = rows().length;
    const name = nameOf(row);
    if (to < 1 || to > last) return say(`${name} is at the ${to < 1 ? "top" : "end"} already.`);
    if (to === rankOf(row)) return;
    send({ name, from: rankOf(row), to, focus, wanted: to });
  }

  function send(wish) {
    sent = wish;
    const wanted = form.querySelector("#wanted") || made("input", { type: "hidden", id: "wanted", name: "do" }, form);
    wanted.value = `move ${wish.from} ${wish.to}`;
    post();
  }

  function step(row, by, focus) {
    if (!sent) return move(row, rankOf(row) + by, focus);
    sent.wanted = Math.min(Math.max(sent.wanted + by, 1), rows().length);
  }

  form.addEventListener("ireval:patched", ({ detail: { refused } }) => {
    form.querySelector("#wanted")?.remove();
    const done = sent;
    sent = null;
    if (editing) finish();
    if (!done || refused) return;
    const row = rowAt(done.to);
    if (!row) return;
    row.classList.add("arrived");
    if (done.focus !== null) [...row.querySelectorAll("fieldset input")].find((i) => i.value === done.focus)?.focus();
    if (done.wanted !== done.to) return send({ ...done, from: done.to, to: done.wanted });
    say(`${done.name} moved to rank ${done.to}.`);
    if (menu?.matches(":popover-open")) showMenu(row);
  });

  form.addEventListener("keydown", (event) => {
    const row = rowOf(event.target);
    if (!row || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { key, altKey, target } = event;
    if (target === editing?.input) {
      if (key === "Enter" || key === "Escape") close(key === "Enter");
      else return;
    } else if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      step(row, key === "ArrowUp" ? -1 : 1, target.value ?? null);
    } else if (key === "F2" && !altKey) {
      edit(row);
    } else return;
    event.preventDefault();
  });

  // ---- Dragging -----------------------------------------------------------------------------------------------

  const FAR = 5; // pixels that tell a drag from a click
  const EDGE = 56; // of the window: there it scrolls
  let press = null; // {row, id, x, y, touch, line: the mark of where it would go, once it is a drag}
  let dragged = false; // whether the click to come is the end of a drag

  form.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("#steps th, #steps td.doc");
    const row = rowOf(cell);
    dragged = false;
    if (!row || event.button || !event.isPrimary || event.target === editing?.input) return;
    const touch = event.pointerType === "touch";
    press = { row, id: event.pointerId, x: event.clientX, y: event.clientY, touch, cell, line: null };
    if (touch && cell.localName === "td") press.fixed = true; // there a finger scrolls the page
  });
  form.addEventListener("selectstart", (event) => { if (press) event.preventDefault(); });

  form.addEventListener("pointermove", (event) => {
    if (!press || press.fixed || event.pointerId !== press.id) return;
    if (!event.buttons) return end(false); // let go where this page could not see it
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR;
    if (!press.line && far) begin();
    if (!press.line) return;
    [press.x, press.y] = [event.clientX, event.clientY];
    mark();
  });
  form.addEventListener("pointerup", () => end(true));
  form.addEventListener("pointercancel", () => end(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !press?.line) return;
    event.preventDefault();
    end(false);
  });

  function begin() {
    form.setPointerCapture(press.id);
    document.documentElement.classList.add("dragging");
    press.row.classList.add("dragged");
    press.line = made("div", { className: "insertion" }, form.parentNode);
    press.chip = made("span", {}, press.line);
    press.name = nameOf(press.row);
    scroll(press);
  }

  // Where the pointer is: the line between two rows there, and the rank that a drop would give.
  function mark() {
    const all = rows();
    const from = all.indexOf(press.row);
    const boxes = all.map((row) => row.getBoundingClientRect());
    const above = boxes.filter((box) => box.top + box.height / 2 < press.y).length;
    press.to = Math.max(1, above > from ? above : above + 1);
    const table = form.querySelector("#steps").parentNode.getBoundingClientRect();
    const { style } = press.line;
    style.top = `${(above ? boxes[above - 1].bottom : boxes[0].top) - 1}px`;
    style.left = `${table.left}px`;
    style.width = `${Math.min(table.width, boxes[0].width)}px`;
    press.chip.style.left = `${Math.max(8, press.x - table.left + 18)}px`;
    press.chip.textContent = `${press.name} → ${press.to}`;
  }

  function scroll(mine) {
    if (press !== mine) return;
    const { clientHeight } = document.documentElement;
    const over = Math.min(0, mine.y - EDGE) || Math.max(0, mine.y - clientHeight + EDGE);
    if (over) {
      window.scrollBy({ top: over / 4, behavior: "instant" });
      mark();
    }
    requestAnimationFrame(() => scroll(mine));
  }

  function end(drop) {
    if (!press) return;
    const { row, line, to } = press;
    press = null;
    if (!line) return;
    line.remove();
    row.classList.remove("dragged");
    document.documentElement.classList.remove("dragging");
    dragged = true;
    if (drop && row.isConnected) move(row, to);
    else say("Nothing was moved.");
  }

  // ---- A row's menu: what a drag does, without one ------------------------------------------------------------

  const WISHES = [
    ["Move up", "Alt ↑", (rank) => rank - 1],
    ["Move down", "Alt ↓", (rank) => rank + 1],
    ["To the top", "", () => 1],
    ["To the end", "", (_rank, last) => last],
  ];
  let menu = null; // one for all rows

  function showMenu(row) {
    const [rank, last] = [rankOf(row), rows().length];
    const open = menu?.matches(":popover-open");
    menu ||= made("div", { className: "row-menu", popover: "auto" }, form.parentNode);
    menu.setAttribute("role", "group");
    menu.setAttribute("aria-label", `${nameOf(row)}, rank ${rank}`);
    const place = [...menu.children].indexOf(document.activeElement);
    menu.replaceChildren();
    made("p", { textContent: `${nameOf(row)}, rank ${rank}` }, menu);
    for (const [text, keys, target] of WISHES) {
      const button = made("button", { type: "button", textContent: text, disabled: target(rank, last) === rank }, menu);
      if (keys) made("kbd", { textContent: keys }, button);
      button.disabled ||= target(rank, last) < 1 || target(rank, last) > last;
      button.addEventListener("click", () => { if (rowAt(rank)) move(rowAt(rank), target(rank, last)); });
    }
    const rename = made("button", { type: "button", textContent: "Rename" }, menu);
    made("kbd", { textContent: "F2" }, rename);
    rename.addEventListener("click", () => { menu.hidePopover(); if (rowAt(rank)) edit(rowAt(rank)); });
    if (!open) menu.showPopover();
    const box = nameCell(row).getBoundingClientRect();
    const below = box.bottom + menu.offsetHeight < document.documentElement.clientHeight;
    menu.style.left = `${box.left}px`;
    menu.style.top = `${below ? box.bottom + 2 : Math.max(4, box.top - menu.offsetHeight - 2)}px`;
    const focus = menu.children[place];
    (focus && !focus.disabled ? focus : menu.querySelector("button:enabled")).focus();
  }

  form.addEventListener("click", (event) => {
    const cell = event.target.closest("#steps th, #steps td.doc");
    const row = rowOf(cell);
    if (!row || dragged || event.target === editing?.input) return;
    if (cell.localName === "th" || event.pointerType === "touch") showMenu(row);
  });

  // ---- Naming -------------------------------------------------------------------------------------------------

  let editing = null; // {input, cell, row, before: what it held, byKey: whether a key ended it, asked: sent}

  function edit(row, value = nameOf(row), fault = "") {
    if (editing) close(true);
    const [cell, rank, { maxLength }] = [nameCell(row), rankOf(row), form.elements.name_as];
    const input = made("input", { type: "text", name: `name${rank}`, defaultValue: value, maxLength });
    input.setAttribute("aria-label", `Name of the document at rank ${rank}`);
    cell.append(input); // over the name, so that the table keeps its shape
    cell.toggleAttribute("data-keep", true); // an answer to something else leaves it alone
    editing = { input, cell, row, before: value };
    if (!fault) return input.select(), input.focus();
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", "refusal");
    editing.wrong = true;
  }

  function close(keep) {
    const { input, before, row } = editing;
    if (!keep) input.value = before;
    editing.byKey = true;
    chosen(row).focus(); // and so the field is left
  }

  form.addEventListener("focusout", (event) => {
    if (event.target !== editing?.input) return;
    const { input, cell, before, wrong } = editing;
    cell.removeAttribute("data-keep"); // the next answer puts the name in its place
    if (input.value.trim() !== before) {
      editing.asked = true;
      input.defaultValue = input.value; // an answer sets controls to their defaults
      post();
    } else {
      editing = null;
      input.remove();
      if (wrong) post(); // what was refused is withdrawn
    }
  });
  // One request is enough, whether the browser tells of the change or not.
  form.addEventListener("change", (event) => { if (event.target === editing?.input) event.stopPropagation(); }, true);

  // After an answer: a name that was refused is there again, to be mended.
  function finish() {
    const { input, row, asked, byKey } = editing;
    if (!asked) return;
    editing = null;
    if (!form.elements.refused.value.split(",").includes(input.name) || !row.isConnected) return;
    const fault = form.querySelector("#refusal").textContent.trim().replace(/\s+/g, " ");
    edit(row, input.value, fault);
    if (!byKey) return;
    editing.input.focus();
    editing.input.setCustomValidity(fault); // told beside the field, too: the top of the page may be out of view
    editing.input.reportValidity();
  }
  form.addEventListener("input", (event) => { if (event.target === editing?.input) event.target.setCustomValidity(""); });

  form.addEventListener("dblclick", (event) => {
    const row = rowOf(event.target.closest("#steps td.doc"));
    if (row && event.target !== editing?.input) edit(row);
  });

  // ---- The tools below the table ------------------------------------------------------------------------------

  // Enter in a tool's field presses the tool's own button.
  form.addEventListener("keydown", (event) => {
    const tool = event.key === "Enter" && !event.isComposing && event.target.matches(".arrange input")
      && event.target.closest("fieldset").querySelector(`button[value="${event.target.dataset.does || "move"}"]`);
    if (!tool) return;
    event.preventDefault();
    event.target.dispatchEvent(new Event("change")); // what was typed is done; no request of its own
    tool.click();
  });
})();
