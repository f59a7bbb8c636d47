// The lab in the projector view: a remote leads through it, and through a playlist.
import "./parts.js";
import { followRemote } from "../page/remote.js";
import { scrollOn } from "../page/scrolling.js";
import "../playlist/presenter.js";
import { isAtEdge, stepRows } from "./stepper.js";

// After the last row of its table, and before the first one, the page is scrolled.
if (document.body.classList.contains("projector")) {
  followRemote((by) => (!isAtEdge(by) || !scrollOn(by) ? stepRows(by) : undefined));
}
