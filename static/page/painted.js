// What can wait until a change is painted: numbers come first, the chart follows in the next frame, and what is neither
// after that. Changes that follow each other faster than frames are drawn once, in their latest state.
import { hear, send } from "./bus.js";
import { patchRest } from "./patch.js";

/**
 * A listener after which `act` is called once the next frame is painted.
 * @param {() => void} act
 */
function afterFrame(act) {
  const { port1, port2 } = new MessageChannel(); // its messages come after the frame, those of timers later still
  const post = () => port2.postMessage(null);
  let isDue = false;
  port1.onmessage = () => {
    isDue = false;
    act();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    if (document.hidden)
      post(); // a page in the background has no frames
    else requestAnimationFrame(post);
  };
}

hear(
  "patched",
  afterFrame(() => {
    patchRest();
    send("painted", {});
  }),
);
hear(
  "painted",
  afterFrame(() => send("settled", {})),
);
