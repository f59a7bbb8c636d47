// The lab's form by hand: changes made before the scripts came, buttons that step a number, keys in the table.
// All listeners are on the form, so rows that come and go need none.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  if (!form) return;
  if (!window.htmx) {
    // htmx did not arrive: show the button that the page has without scripts, and leave the rest to the browser.
    form.querySelector("button[hidden]").hidden = false;
    return;
  }
  const changed = (control) => control.dispatchEvent(new Event("change", { bubbles: true }));

  // ---- Changes made before the scripts came -------------------------------------------------------------------

  function differs(control) {
    if (control.type === "radio" || control.type === "checkbox") return control.checked !== control.defaultChecked;
    if (control.localName !== "select") return "defaultValue" in control && control.value !== control.defaultValue;
    const options = [...control.options];
    return options.some((o) => o.defaultSelected) && options.some((o) => o.selected !== o.defaultSelected);
  }

  function pickUp() {
    if ([...form.elements].some(differs)) changed(form);
  }

  // htmx wires the form up at DOMContentLoaded, in a listener that is older than this one. A page that comes back from
  // the browser's memory may have been left with its last change unanswered.
  if (document.readyState === "complete") pickUp();
  else document.addEventListener("DOMContentLoaded", pickUp);
  window.addEventListener("pageshow", (event) => { if (event.persisted) pickUp(); });

  // Where the measures are one line that scrolls, the open one is in view.
  const [panel, item] = [form.querySelector(".panel"), form.querySelector(".item:has(:checked)")];
  if (item) panel.scrollLeft = item.getBoundingClientRect().left - panel.getBoundingClientRect().left - 16;

  // ---- Buttons that step a number -----------------------------------------------------------------------------

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step-up], [data-step-down]");
    if (!button) return;
    event.preventDefault(); // without scripts the button submits the form
    const { stepUp, stepDown } = button.dataset;
    const input = form.elements[stepUp || stepDown];
    const before = input.value;
    if (stepUp) input.stepUp();
    else input.stepDown();
    if (input.value !== before) changed(input);
  });

  // ---- Keys in the table --------------------------------------------------------------------------------------

  const TYPED = 'input:not([type="radio"], [type="checkbox"]), select, textarea'; // keys are theirs
  const LABEL = 'tbody fieldset input[type="radio"]';
  const SPELLINGS = { n: "0", r: "1", "-": "u" };
  const labelled = (row) => row.querySelector(LABEL) !== null;

  // Up and down would change the label natively; here they lead to the same column of another row, as in a table.
  function targetRow(rows, row, key) {
    const at = rows.indexOf(row);
    const last = rows.length - 1;
    return rows[{ ArrowUp: Math.max(0, at - 1), ArrowDown: Math.min(last, at + 1), Home: 0, End: last }[key]];
  }

  function move(radio, row, key) {
    const to = targetRow([...row.parentNode.rows].filter(labelled), row, key);
    const radios = [...to.querySelectorAll(LABEL)];
    (radios.find((r) => r.value === radio.value) || radios.find((r) => r.checked) || radios[0]).focus();
  }

  function choose(row, value, takeFocus) {
    const radio = [...row.querySelectorAll(LABEL)].find((r) => r.value === value);
    if (!radio) return false;
    if (takeFocus) radio.focus();
    radio.click(); // as by hand: it fires a change only if there is one
    return true;
  }

  form.addEventListener("keydown", (event) => {
    const row = event.target.closest("tr");
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (!row || event.target.matches(TYPED) || !labelled(row)) return;
    const { key } = event;
    let done;
    if (["ArrowUp", "ArrowDown", "Home", "End"].includes(key)) {
      done = event.target.matches(LABEL);
      if (done) move(event.target, row, key);
    } else if (key === "Delete") {
      done = choose(row, "x", false); // the focus stays for the row that moves up
    } else if (/^[0-9nru-]$/i.test(key)) {
      const letter = key.toLowerCase();
      done = choose(row, SPELLINGS[letter] || letter, true);
    }
    if (done) event.preventDefault();
  });
})();
