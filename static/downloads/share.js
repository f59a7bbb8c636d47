// The Share menu follows the lab: links keep their path and get the state of the page. The QR code, which is not there
// if phones cannot open the page's address, is loaded only while the menu is open.
import { changed, valueOf, withQuery } from "../page/address.js";
import { hear } from "../page/bus.js";
import { find, findAll, need } from "../page/elements.js";
import { address } from "../page/form.js";

const menu = find("#share", HTMLElement);
const frame = find("#share-frame", HTMLTextAreaElement);

/** @param {Element} element  @param {string} attribute */
function follow(element, attribute) {
  const now = element.getAttribute(attribute) ?? "";
  const [name, value] = (element.getAttribute("data-part") ?? "").split("=");
  const state = name ? changed(address(), { [name]: value }) : address();
  const wanted = withQuery(now.split("#")[0], state) + (now.includes("#") ? `#${now.split("#")[1]}` : "");
  if (now !== wanted) element.setAttribute(attribute, wanted);
}

/** The HTML code for a frame, with the page's state in its address. */
function frameWithState(html = "") {
  const parsed = new DOMParser().parseFromString(html, "text/html").body;
  follow(need("iframe", HTMLIFrameElement, parsed), "src");
  return parsed.innerHTML;
}

/** @param {HTMLElement} opened */
function followMenu(opened) {
  const link = need("#share-link", HTMLInputElement, opened);
  link.value = withQuery(link.value, address());
  if (frame) frame.value = frameWithState(frame.value);
  for (const part of findAll("[data-where]", HTMLElement, opened)) {
    part.hidden = !part.dataset.where?.split(" ").some((name) => valueOf(address(), name) !== null);
  }
  const drawable = changed(link.value, { view: null, step: null }).length <= Number(opened.dataset.limit);
  const [code, long] = [find(".code", HTMLElement, opened), find(".long", HTMLElement, opened)];
  if (code) code.hidden = !drawable;
  if (long) long.hidden = drawable;
  if (opened.matches(":popover-open")) draw(opened);
}

/** @param {HTMLElement} opened */
function draw(opened) {
  const image = find("img", HTMLImageElement, opened);
  if (image && !image.closest("[hidden]")) follow(image, "src");
}

/** Links get the state of the page; one with a part of its own changes that part. */
function followLinks() {
  for (const link of findAll("a[data-state]", HTMLAnchorElement)) follow(link, "href");
}

followLinks();
hear("settled", () => {
  followLinks();
  if (menu) followMenu(menu);
});
menu?.addEventListener("beforetoggle", ({ newState }) => {
  if (newState === "open") draw(menu);
});
