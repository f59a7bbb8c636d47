// A student's sheet: answers are sent as they are typed and sent again until they are stored; an exercise is checked
// without leaving the page. Without JavaScript the form's own buttons do both.
(() => {
  "use strict";
  const PAUSE = 400; // ms without a key before an answer is sent
  const PATIENCE = [1000, 2000, 4000, 8000, 15000]; // ms before the next try

  // ---- The key, for who comes back by the sheet's link ---------------------------------------------------------

  const stored = (change) => { try { return change(window.localStorage); } catch { return null; } };
  const door = document.querySelector("[data-door]");
  const form = document.getElementById("sheet");
  if (!form) {
    const key = door && stored((storage) => storage.getItem(`ireval ${door.dataset.door}`));
    const again = document.getElementById("again");
    if (!key || !again) return;
    const link = again.querySelector("a");
    link.href = `${door.dataset.door}/${encodeURIComponent(key)}`;
    link.querySelector("b").textContent = key;
    again.hidden = false;
    const begin = document.getElementById("begin");
    begin.textContent = "Begin anew with another key";
    begin.className = "";
    return;
  }
  stored((storage) => storage.setItem(`ireval ${form.dataset.door}`, form.dataset.key));

  const state = document.getElementById("state");
  if (!state) return; // nothing can be answered any more
  state.textContent = state.dataset.idle;
  document.getElementById("save").hidden = true;

  const said = document.getElementById("said");
  const failed = document.getElementById("failed");

  // ---- Keeping answers -----------------------------------------------------------------------------------------

  const unsaved = new Map(); // by name, what is not known to be stored
  const refused = new Set(); // names whose text the server does not take
  let sending = null;
  let timer = 0;
  let tries = 0;
  let over = false; // no answers are taken any more
  let leaving = false;

  function show(name, text) {
    if (over && name !== "over") return;
    if (state.dataset.state === "failing" && name === "saved") said.textContent = text;
    if (name === "failing" && state.dataset.state !== name) said.textContent = text;
    state.dataset.state = name;
    state.textContent = text;
  }

  function tell(text) {
    failed.textContent = text;
    failed.hidden = !text;
  }

  function current(name) {
    const control = form.elements.namedItem(name);
    return control ? control.value : "";
  }

  function changed({ target }) {
    if (!target.name || over) return;
    unsaved.set(target.name, current(target.name));
    refused.delete(target.name);
    target.closest(".exercise")?.classList.add("changed");
    show(tries ? "failing" : "saving", tries ? "Not saved yet, trying again …" : "Saving …");
  }

  function soon(wait) {
    clearTimeout(timer);
    timer = setTimeout(send, wait);
  }

  form.addEventListener("input", (event) => { changed(event); if (!tries) soon(PAUSE); });
  form.addEventListener("change", (event) => { changed(event); if (!tries) soon(0); });
  window.addEventListener("online", () => { if (unsaved.size) soon(0); });
  document.addEventListener("visibilitychange", () => { if (document.hidden && unsaved.size) soon(0); });
  window.addEventListener("beforeunload", (event) => { if (unsaved.size && !leaving && !over) event.preventDefault(); });

  function send() {
    clearTimeout(timer);
    if (!sending && unsaved.size && !over) sending = post(new Map(unsaved)).finally(() => { sending = null; });
    return sending ?? Promise.resolve();
  }

  async function post(batch) {
    let answer = null;
    const body = new URLSearchParams([...batch]).toString();
    try {
      answer = await fetch(form.dataset.save, {
        method: "POST",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          "X-CSRFToken": form.elements.namedItem("csrf_token").value,
        },
        body,
        keepalive: body.length < 60000, // browsers allow no more to outlive the page
        signal: AbortSignal.timeout(20000),
      });
    } catch { /* not reached: tried again below */ }
    const json = answer?.headers.get("Content-Type")?.startsWith("application/json");
    if (answer?.status === 204) {
      done(batch.keys(), batch);
      if (!refused.size) tell("");
      show(unsaved.size ? "saving" : "saved", unsaved.size ? "Saving …" : refused.size ? "Not all is saved" : "Saved");
      if (unsaved.size) soon(PAUSE);
    } else if (json && answer.status === 400) {
      const { field, message, suggestion } = (await answer.json()).error;
      const name = batch.has(field) ? field : batch.keys().next().value;
      refused.add(name);
      done([name], batch);
      tell(`Not saved: ${message} ${suggestion ?? ""}`);
      show("failing", "Not all is saved");
      soon(0);
    } else if (json) { // closed, submitted or gone
      over = true;
      const { message } = (await answer.json()).error;
      tell(`Not saved: ${message}`);
      show("over", "No answers are taken any more");
    } else {
      show("failing", "Not saved yet, trying again …");
      if (answer?.status === 400) await renew();
      soon(PATIENCE[Math.min(tries, PATIENCE.length - 1)]);
      tries += 1;
    }
  }

  // What was sent is stored, or never will be; what has been typed since is still to be sent.
  function done(names, batch) {
    tries = 0;
    for (const name of [...names]) if (unsaved.get(name) === batch.get(name)) unsaved.delete(name);
  }

  // A forgery token ends with its cookie, as when the browser was restarted: the page as it is now has a new one.
  async function renew() {
    try {
      const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
      form.elements.namedItem("csrf_token").value = page.querySelector("#sheet [name=csrf_token]").value;
    } catch { /* tried again with the next answer */ }
  }

  // Only what is not stored yet goes along with a button: another tab or phone may have changed the rest meanwhile.
  form.addEventListener("formdata", ({ formData }) => {
    for (const name of [...formData.keys()]) if (name.includes(".") && !unsaved.has(name)) formData.delete(name);
  });

  // ---- Checking ------------------------------------------------------------------------------------------------

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    const check = event.target.closest(".exercise").querySelector("[name=check]");
    if (check) check.click();
    else soon(0);
  });

  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (button?.name !== "check") {
      leaving = true;
      return;
    }
    event.preventDefault();
    const id = `exercise-${button.value}`;
    show("saving", "Checking …");
    await sending;
    const taken = new FormData(form, button);
    let why = "The server did not answer as expected, so nothing was checked. Try it again.";
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(taken),
        signal: AbortSignal.timeout(20000),
      });
      if (answer.status === 400) await renew();
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById(id);
      const advice = page.querySelector(".error p")?.textContent;
      if (advice && answer.status > 400 && answer.status < 500) why = `Not checked: ${advice}`;
      if (!answer.ok || !fresh) throw new Error("not checked");
      replace(document.getElementById(id), document.adoptNode(fresh), taken);
      const { pathname, search } = new URL(answer.url);
      form.action = pathname + search;
      history.replaceState(null, "", pathname + search);
      tell("");
      said.textContent = `Checked: ${fresh.querySelector(".points").textContent}.`;
    } catch {
      tell(why);
      show(unsaved.size ? "failing" : "saved", unsaved.size ? "Not saved yet, trying again …" : "Saved");
    }
  });

  // The marked exercise in place of the one that was sent; what has been typed since and the focus stay.
  function replace(old, fresh, taken) {
    const typed = [...old.querySelectorAll("[name]")].map(({ name }) => [name, current(name)]);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    for (const [name, value] of unsaved) if (taken.get(name) === value) unsaved.delete(name);
    for (const [name, value] of typed) {
      if (!unsaved.has(name)) continue;
      form.elements.namedItem(name).value = value;
      fresh.classList.add("changed");
    }
    show(unsaved.size ? "saving" : "saved", unsaved.size ? "Saving …" : "Saved");
    if (focused) (document.getElementById(focused.id) ?? fresh.querySelector("[name=check]")).focus();
  }
})();
