// One polite voice: what several scripts have to say of the same moment is told in one sentence after the other.
(() => {
  "use strict";
  const said = document.getElementById("said");
  if (!said) return;
  let told = [];
  document.addEventListener("ireval:say", ({ detail: { text } }) => {
    if (!told.length) queueMicrotask(() => { said.textContent = told.join(" "); told = []; });
    told.push(text);
  });
})();
