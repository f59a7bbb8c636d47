// The list of students to remove: all on the page are selected with one button, and how many are is announced.
import { say } from "../page/announcements.js";
import { find, findAll, need } from "../page/elements.js";

const choice = find("#choice", HTMLFormElement);

/** @param {HTMLFormElement} form */
function follow(form) {
  const boxes = findAll("[name=key]", HTMLInputElement, form);
  const all = need("#select", HTMLButtonElement, form);
  const remove = need("#remove", HTMLButtonElement, form);

  function show() {
    const count = boxes.filter((box) => box.checked).length;
    all.textContent = count === boxes.length ? "Select none" : "Select all on this page";
    remove.textContent = count ? `Remove the ${count} selected …` : "Remove the selected …";
    say(`${count} selected`);
  }

  all.hidden = false;
  all.addEventListener("click", () => {
    const checked = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = checked;
    show();
  });
  form.addEventListener("change", show);
  if (boxes.some((box) => box.checked)) show(); // the browser came back to the page
}

if (choice) follow(choice);
