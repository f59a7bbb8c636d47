// The page with the Markdown of a lesson's step: its text can be copied by a button.
import "../page/clipboard.js";
