// The introduction above the lab. It runs in the head of the page, before anything is painted: a browser whose visitor
// knows the page hides the introduction at once. Who changed a label, opened a door or hid the introduction knows it.
import { hear } from "../page/bus.js";

const KNOWN = "ireval.knows";
const page = document.documentElement;

/** Without storage the choice is valid for this page only. @template T @param {(storage: Storage) => T} use */
const stored = (use) => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};
const remember = () => {
  stored((storage) => storage.setItem(KNOWN, "1"));
};

page.classList.add("can-hide");
page.classList.toggle("knows", stored((storage) => storage.getItem(KNOWN)) === "1");

hear("settled", () => {
  remember();
  page.classList.add("tried");
});
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest(".doors a")) remember();
  const wish = target.closest("[data-introduction]")?.getAttribute("data-introduction");
  if (!wish) return;
  page.classList.toggle("knows", wish === "hide");
  if (wish === "hide") remember();
  else stored((storage) => storage.removeItem(KNOWN));
  const other = document.querySelector(wish === "hide" ? ".reintroduce button" : ".doors a");
  if (other instanceof HTMLElement) other.focus();
});
