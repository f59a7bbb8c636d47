// The answers of a class on the screen: a remote first shows them by cause, and then leads back to the lesson.
import { need } from "../page/elements.js";
import { followRemote } from "../page/remote.js";

const answers = need("#by-cause", HTMLDetailsElement);

followRemote((by) => {
  if (by > 0 !== answers.open) answers.open = by > 0;
  else location.href = need("#back", HTMLAnchorElement).href;
});
