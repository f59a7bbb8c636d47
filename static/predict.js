// Predict, then reveal: a value typed in the place of a covered one, or any number for the open measure, is sent to be
// checked and explained; the answer stands below the stepper. What was predicted is uncovered.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  const verdict = document.getElementById("verdict");
  const ask = document.getElementById("ask");
  const predict = document.getElementById("predict");
  if (!window.htmx || !form || !verdict || !ask || !predict) return;

  const measure = () => form.querySelector('[name="show"]:checked').value;
  const query = () => form.dataset.address.split("?")[1];

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
    }
    return verdict.querySelector("[data-right]");
  }

  function closing() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "close";
    button.setAttribute("aria-label", "Close the answer");
    button.textContent = "×";
    button.addEventListener("click", () => { verdict.replaceChildren(); document.getElementById("ask-value").focus(); });
    return button;
  }

  // ---- Any number ------------------------------------------------------------------------------------------------

  ask.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = document.getElementById("ask-value");
    check({ value: input.value }, input);
  });

  // ---- What is covered ---------------------------------------------------------------------------------------------

  predict.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("change", async ({ target }) => {
    if (target.form !== predict || !target.value.trim()) return;
    const typed = target.value;
    const row = target.dataset.index; // the row of the table, which may skip documents
    const cell = row ? { column: target.name.replace(/\.\d+$/, ""), row } : {};
    const found = await check({ value: typed, ...cell }, target);
    if (found?.dataset.answer && target.isConnected) reveal(target, typed, found.dataset);
  }, true);

  function reveal(input, typed, { right, answer }) {
    const place = input.parentElement;
    const had = document.activeElement === input;
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
    if (had) next(place);
  }

  function next(place) {
    const guesses = [...form.querySelectorAll(".guess")];
    const after = guesses.find((g) => place.compareDocumentPosition(g) & Node.DOCUMENT_POSITION_FOLLOWING) || guesses[0];
    if (after) after.focus();
    else form.querySelector(".scroll").focus();
  }

  // An answer about another list is of no use.
  let about = query().replace(/&step=\d+$/, "");
  form.addEventListener("ireval:patched", () => {
    const now = query().replace(/&step=\d+$/, "");
    if (now !== about) verdict.replaceChildren();
    about = now;
  });

  // ---- Covering with one key ---------------------------------------------------------------------------------------

  const changed = (control) => control.dispatchEvent(new Event("change", { bubbles: true }));
  const boxes = () => [...form.querySelectorAll('input[name^="cover:"]')];

  function toggle(name) {
    let box = boxes().find((b) => b.name === `cover:${name}`);
    if (!box) {
      box = Object.assign(document.createElement("input"), { type: "checkbox", name: `cover:${name}`, hidden: true });
      form.querySelector("#cover .sheet").append(box);
    }
    box.checked = !box.checked;
    changed(box);
  }

  // A cell or number that has the focus; else whatever is covered is uncovered, or the open measure's score covered.
  document.addEventListener("ireval:cover", ({ detail: { name } }) => {
    if (name) {
      toggle(name);
      return;
    }
    const all = boxes();
    const on = all.filter((box) => box.checked);
    const score = form.querySelector("th.score")?.dataset.col;
    const wanted = on.length ? on : all.filter((box) => [`cover:${score}`, `cover:${measure()}`].includes(box.name));
    for (const box of wanted) box.checked = !on.length;
    if (wanted.length) changed(wanted[0]);
  });
})();
