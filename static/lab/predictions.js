// Predict, then reveal: a value typed in the place of a covered one, or any number for the open measure, is sent to be
// checked and explained; the answer stands below the stepper. What was predicted is uncovered.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  const verdict = document.getElementById("verdict");
  const ask = document.getElementById("ask");
  const predict = document.getElementById("predict");
  const field = document.getElementById("ask-value");
  if (!window.htmx || !form || !verdict || !ask || !predict) return;

  const measure = () => form.querySelector('[name="show"]:checked').value;
  const query = () => form.dataset.address.split("?")[1];
  const say = (text) => document.dispatchEvent(new CustomEvent("ireval:say", { detail: { text } }));

  const MOST_TOLD = 3; // causes

  let asked = 0;
  async function check(what, waiting) {
    const mine = ++asked;
    const parameters = new URLSearchParams({ measure: measure(), ...what });
    waiting.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${form.dataset.why}?${query()}&${parameters}`, { headers: { "HX-Request": "true" } });
      if (answer.status >= 500) throw new Error(answer.statusText);
      const text = await answer.text();
      if (mine !== asked) return null;
      verdict.innerHTML = text; // the server's own answer
      verdict.prepend(closing());
    } catch {
      verdict.textContent = "The server did not answer. Try again.";
      return null;
    } finally {
      waiting.removeAttribute("aria-busy");
      if (mine === asked) say(sentences());
    }
    return verdict.querySelector("[data-right]");
  }

  // The answer in a few sentences; its calculations are there to be read.
  function sentences() {
    const part = (n) => (n.ariaHidden ? "" : n.textContent + (n.classList?.contains("badge") ? ":" : ""));
    const plain = (node) => [...node.childNodes].map(part).join("").trim();
    const causes = [...verdict.querySelectorAll(".cause")].map(plain);
    const more = causes.length > MOST_TOLD ? [`And ${causes.length - MOST_TOLD} more.`] : [];
    const told = [...[...verdict.querySelectorAll(".headline, .note")].map(plain), ...causes.slice(0, MOST_TOLD), ...more];
    return (told.join(" ") || verdict.textContent).replace(/\s+/g, " ");
  }

  function closing() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "close";
    button.setAttribute("aria-label", "Close the answer");
    button.textContent = "×";
    button.addEventListener("click", close);
    return button;
  }

  // To where the reader came from, and without a jump.
  let back = null;
  verdict.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget && !verdict.contains(relatedTarget)) back = relatedTarget;
  });
  function close() {
    const had = verdict.contains(document.activeElement);
    verdict.replaceChildren();
    if (had && back?.isConnected) back.focus({ preventScroll: true });
    else if (had) field.focus({ preventScroll: true });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (verdict.contains(event.target) || event.target === field)) close();
  });

  // ---- Any number ------------------------------------------------------------------------------------------------

  // The right value is not told while it is to be predicted, or still to be unfolded.
  ask.addEventListener("submit", (event) => {
    event.preventDefault();
    const covered = form.querySelector(".title .guess, .work.unread");
    check({ value: field.value, ...(covered && { reveal: 0 }) }, field);
  });

  // ---- What is covered ---------------------------------------------------------------------------------------------

  predict.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("change", async ({ target }) => {
    if (target.form !== predict || !target.value.trim()) return;
    const typed = target.value;
    const row = target.dataset.index; // the row of the table, which may skip documents
    const cell = row ? { column: target.name.replace(/\.\d+$/, ""), row } : {};
    const found = await check({ value: typed, ...cell }, target);
    if (!found?.dataset.answer || !target.isConnected) return;
    const had = document.activeElement === target;
    const place = target.parentElement;
    const { right, answer } = found.dataset;
    revealed.set(target.name, { typed, right, answer });
    reveal(target, typed, right, answer);
    if (had) next(place);
  }, true);

  // What was revealed stays so while the list does, and until it is uncovered.
  const revealed = new Map();
  function again() {
    for (const [name, { typed, right, answer }] of revealed) {
      const input = form.querySelector(`.guess[name="${CSS.escape(name)}"]`);
      if (input) reveal(input, typed, right, answer);
      else revealed.delete(name);
    }
  }

  function reveal(input, typed, right, answer) {
    const place = input.parentElement;
    const value = document.createElement("strong");
    value.textContent = answer;
    const sign = document.createElement("span");
    sign.className = right === "true" ? "hit" : "miss";
    sign.textContent = right === "true" ? "✓" : "✗";
    sign.title = right === "true" ? "You had it right" : `You had ${typed}`;
    const told = document.createElement("span");
    told.className = "vh";
    told.textContent = sign.title;
    sign.append(told);
    place.replaceChildren(sign, " ", value);
    place.classList.add("revealed");
  }

  function next(place) {
    const guesses = [...form.querySelectorAll(".guess")];
    const after = guesses.find((g) => place.compareDocumentPosition(g) & Node.DOCUMENT_POSITION_FOLLOWING) || guesses[0];
    if (after) after.focus();
    else form.querySelector(".scroll").focus();
  }

  // An answer about another list is of no use; rows shown, covers and charts make no other list.
  const list = () => query().replace(/&(step|cover|chart|more)=[^&]*/g, "");
  let about = list();
  form.addEventListener("ireval:patched", () => {
    const now = list();
    if (now !== about) {
      verdict.replaceChildren();
      revealed.clear();
    }
    about = now;
    again();
  });

  // ---- Covering by the menu and with one key -------------------------------------------------------------------------

  const changed = (control) => control.dispatchEvent(new Event("change", { bubbles: true }));
  const boxes = () => [...form.querySelectorAll('input[name^="cover:"]')];

  // The box of the menu, which has none for other measures and for single cells that are not covered.
  function boxOf(name, words = name) {
    const found = boxes().find((b) => b.name === `cover:${name}`);
    if (found) return found;
    const box = Object.assign(document.createElement("input"), { type: "checkbox", name: `cover:${name}` });
    const label = document.createElement("label");
    label.append(box, ` ${words}`);
    menu().querySelector(".sheet").append(label);
    return box;
  }

  function toggle(name) {
    const box = boxOf(name);
    box.checked = !box.checked;
    changed(box);
  }

  // The cell that was clicked, tapped or focused last stands in the menu, too.
  const menu = () => document.getElementById("cover");
  let aimed = null;
  const nameOf = ({ row, col }) => `${col}.${row.split("-")[1]}`;
  function offer() {
    const head = aimed && document.getElementById(aimed.row)?.cells[0].textContent;
    if (!menu().open || !head || !form.querySelector(`th[data-col="${CSS.escape(aimed.col)}"]`)) return;
    boxOf(nameOf(aimed), `${aimed.col} at ${form.querySelector(".work").dataset.axis} ${head}`);
  }
  document.addEventListener("ireval:point", ({ detail: { row, col, from } }) => {
    if (row && col && (from === "click" || from === "keys")) aimed = { row, col };
  });
  form.addEventListener("toggle", offer, true);
  form.addEventListener("ireval:patched", offer);

  // What the key is about: the field, measure or cell that has the focus.
  function focused() {
    const here = document.activeElement;
    if (here.matches(".guess")) return here.name;
    if (here.matches('input[name="show"]')) return here.value;
    return here.matches("#steps td, #levels td") && aimed ? nameOf(aimed) : "";
  }

  // That; else whatever is covered is uncovered, or the open measure's score covered.
  document.addEventListener("ireval:cover", () => {
    const name = focused();
    if (name) {
      toggle(name);
      return;
    }
    const all = boxes();
    const on = all.filter((box) => box.checked);
    const score = form.querySelector("th.score")?.dataset.col;
    const wanted = on.length ? on : all.filter((box) => [`cover:${score}`, `cover:${measure()}`].includes(box.name));
    for (const box of wanted) box.checked = !on.length;
    if (!wanted.length) return;
    const names = wanted.map((box) => box.name.replace("cover:", "")).join(", ");
    say(on.length ? `Uncovered: ${names}` : `Covered: ${names}`);
    changed(wanted[0]);
  });
})();
