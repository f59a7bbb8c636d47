// The page to enter a ranking, which has the same form as the dialog of the lab.
import "./entry.js";
