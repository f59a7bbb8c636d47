// The Share menu follows the lab: links keep their path and take the state of the page.
// The QR code is fetched only while the menu is open.
(() => {
  "use strict";
  const form = document.getElementById("lab");
  if (!form) return;
  const menu = document.getElementById("share");
  const link = document.getElementById("share-link");
  const frame = document.getElementById("share-frame");

  const withState = (address) => {
    const [path] = address.split("?");
    return path + form.dataset.address.slice(form.dataset.address.indexOf("?"));
  };

  function follow() {
    for (const a of document.querySelectorAll("a[data-state]")) a.setAttribute("href", withState(a.getAttribute("href")));
    if (!menu) return;
    link.value = withState(link.value);
    if (frame) {
      const address = frame.value.match(/src="([^"]*)"/)[1];
      frame.value = frame.value.replace(address, () => withState(address).replace(/&/g, "&amp;").replace(/'/g, "&#39;"));
    }
    for (const part of menu.querySelectorAll("[data-where]")) part.hidden = !form.dataset.address.includes(part.dataset.where);
    const drawable = link.value.length <= Number(menu.dataset.limit);
    menu.querySelector(".code").hidden = !drawable;
    menu.querySelector(".long").hidden = drawable;
    if (menu.matches(":popover-open")) draw();
  }

  function draw() {
    const image = menu.querySelector("img");
    const address = withState(image.getAttribute("src"));
    if (!image.closest("[hidden]") && image.getAttribute("src") !== address) image.setAttribute("src", address);
  }

  document.addEventListener("ireval:patched", follow);
  menu?.addEventListener("beforetoggle", ({ newState }) => { if (newState === "open") draw(); });
})();
