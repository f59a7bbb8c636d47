// The page where a student enters a key, and a sheet that can only be read.
import "./key.js";
import "./local_times.js";
import "./opening.js";
