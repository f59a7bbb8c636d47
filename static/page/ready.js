// When controls can be used: htmx sets forms up at DOMContentLoaded, which comes after the modules of a page have run.

/** Call `start` as soon as the page's forms answer.  @param {() => void} start */
export function whenReady(start) {
  if (document.readyState === "complete") start();
  else document.addEventListener("DOMContentLoaded", start);
}
