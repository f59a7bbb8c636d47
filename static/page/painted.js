// What can wait until a change is painted, above all the chart: numbers come first. Changes that follow each other faster
// than frames are drawn once, in their latest state.
import { hear, send } from "./bus.js";
import { patchRest } from "./patch.js";

const { port1, port2 } = new MessageChannel(); // its messages come after the frame, those of timers later still
let isDue = false;

const post = () => port2.postMessage(null);

port1.onmessage = () => {
  isDue = false;
  patchRest();
  send("painted", {});
};

hear("patched", () => {
  if (isDue) return;
  isDue = true;
  if (document.hidden) post(); // a page in the background has no frames
  else requestAnimationFrame(post);
});
