// The chart as PNG, drawn from the server's SVG file at a larger size.
import { closest, make, need } from "../page/elements.js";

/** @param {Blob | null} blob  @param {string} name */
function save(blob, name) {
  if (!blob) return;
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {HTMLElement} figure  @param {string} name */
async function savePng(figure, name) {
  const { href } = need("a[download]", HTMLAnchorElement, figure);
  const image = new Image();
  image.src = href;
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(blob, name), "image/png");
}

document.addEventListener("click", ({ target }) => {
  const button = closest(target, "figure .png", HTMLElement);
  const figure = button?.closest("figure");
  if (!figure) return;
  savePng(figure, button?.dataset.name ?? "").catch(() => {
    const readout = need(".readout", HTMLElement, figure);
    readout.setAttribute("aria-live", "polite");
    readout.textContent = "The picture could not be loaded. Try again.";
  });
});
