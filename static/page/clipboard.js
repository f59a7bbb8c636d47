// Buttons that copy the text of a field; without JavaScript they stay hidden.
import { findAll, need } from "./elements.js";

/**
 * Without HTTPS, as on a laptop in a lecture hall, browsers block the clipboard, so the older command is used.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

for (const button of findAll("button[data-copy]", HTMLButtonElement)) {
  const { copy: field, said: region } = button.dataset;
  const said = need(`#${region}`, HTMLElement);
  button.hidden = false;
  button.addEventListener("click", async () => {
    said.textContent = "";
    const element = document.getElementById(field ?? "");
    const done = await copy(/** @type {HTMLInputElement | HTMLTextAreaElement} */ (element));
    button.focus();
    button.textContent = done ? "Copied" : "Copy";
    said.textContent = done ? "Copied" : "Not copied: the browser does not allow it. Copy the selected text.";
  });
  button.addEventListener("blur", () => {
    button.textContent = "Copy";
    said.textContent = "";
  });
}
