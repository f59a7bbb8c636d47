// The lab's requests: the whole form at every change, the address kept in step, back and forward as undo and redo, and
// a message on the page when the server does not answer.
(() => {
  "use strict";
  const htmx = window.htmx;
  const form = document.querySelector('form[hx-ext="patch"]');
  if (!htmx || !form) return;

  const here = () => location.pathname + location.search;
  let asked = here(); // the address whose state the page shows, or has asked for
  let verb = "";
  let pressed = null; // the button of the last request, if it had one

  const post = () => form.dispatchEvent(new Event("change", { bubbles: true }));
  const get = () => htmx.ajax("get", asked, { source: form, target: form, swap: "patch" }).catch(() => {});

  // ---- Sending -----------------------------------------------------------------------------------------------

  form.addEventListener("htmx:configRequest", ({ detail }) => {
    verb = detail.verb;
    detail.timeout = 20000;
    // What does not fit is sent all the same: the server says what is wrong. htmx would keep silent.
    detail.errors = [];
    // htmx adds the button that has the focus to every request; only one that submits the form belongs to it.
    pressed = detail.triggeringEvent?.submitter ?? null;
    detail.parameters = verb === "get" ? {} : new FormData(form, detail.triggeringEvent?.submitter);
  });
  form.noValidate = true; // and so spares htmx the asking of every control

  // A control may stand in this form and belong to another one: its changes are not ours to send.
  form.addEventListener("change", (event) => {
    if (event.target.form && event.target.form !== form) event.stopPropagation();
  }, true);

  // ---- The address -------------------------------------------------------------------------------------------

  form.addEventListener("ireval:patched", ({ detail: { address, refused } }) => {
    if (refused) return;
    const { pathname, search } = new URL(address, location.href);
    if (verb !== "get" && pathname + search !== here()) history.pushState(null, "", pathname + search);
    asked = here();
  });

  // Back and forward. A link to a part of the page fires popstate too; then the state is the same.
  window.addEventListener("popstate", () => {
    if (here() === asked) return;
    asked = here();
    get();
  });

  // ---- Failures ----------------------------------------------------------------------------------------------

  // htmx writes every failed request to the console, even those that a newer change has overtaken. The page says
  // what matters; taking `error` off the event before it is written is the one place where htmx can be told.
  const spoken = new Set(["afterRequest", "sendAbort", "sendError", "timeout", "responseError"].map((n) => "htmx:" + n));
  htmx.logger = (_element, name, detail) => { if (spoken.has(name)) delete detail.error; };

  function fail() {
    const last = pressed;
    const [text, again] = verb === "get"
      ? ["The server did not answer, so the page does not show this address yet.", get]
      : last?.name ? ["The server did not answer, so the button did nothing.", () => last.click()]
      : ["The server did not answer. Your change is kept; it is sent again with your next change.", post];
    const focused = document.activeElement;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Try again";
    // The button goes with the next answer: hand the focus back to where it was.
    button.addEventListener("click", () => { if (form.contains(focused)) focused.focus(); again(); });
    form.querySelector("#refusal").replaceChildren(text + " ", button);
  }
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError", "ireval:stranger"]) {
    form.addEventListener(name, fail);
  }
})();
