// The page with the links of a published sheet.
import "../page/clipboard.js";
import "./local_times.js";
