// Says that files are too large before they are sent, since a server that refuses them cannot always say so.
import { find, findAll } from "../page/elements.js";

const form = find("#uploading", HTMLFormElement);
const said = find("#too-large", HTMLElement);

/**
 * The bytes of all chosen files; what is packed is larger when it is unpacked.
 * @param {HTMLFormElement} within
 */
const size = (within) =>
  findAll('input[type="file"]', HTMLInputElement, within)
    .flatMap((input) => [...(input.files ?? [])])
    .reduce((sum, file) => sum + file.size, 0);

if (form && said) {
  const check = () => {
    const isTooLarge = size(form) > Number(form.dataset.most);
    said.hidden = !isTooLarge;
    const { mostText, mostAdvice = "" } = form.dataset;
    said.textContent = isTooLarge
      ? `The files are larger than ${mostText} together, which is the limit. ${mostAdvice}`
      : "";
    return !isTooLarge;
  };
  form.addEventListener("change", check);
  form.addEventListener("submit", (event) => {
    if (!check()) event.preventDefault();
  });
}
