// A student's sheet while it can be answered.
import "./key.js";
import "./answers.js";
import "./checks.js";
import "./deadline.js";
import "./elsewhere.js";
import "./local_times.js";
import "./unsent.js";
