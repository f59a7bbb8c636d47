// Buttons that copy the text of a field; without JavaScript they stay hidden.
(() => {
  "use strict";

  // Without HTTPS, as on a laptop in a lecture hall, browsers keep the clipboard to themselves: the old way is left.
  async function copied(field) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    const said = document.getElementById(button.dataset.said);
    button.hidden = false;
    button.addEventListener("click", async () => {
      said.textContent = "";
      const done = await copied(document.getElementById(button.dataset.copy));
      button.focus();
      button.textContent = done ? "Copied" : "Copy";
      said.textContent = done ? "Copied" : "Not copied: the browser does not allow it. The text is selected.";
    });
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
      said.textContent = "";
    });
  }
})();
