// The links of a sheet that was just published.
import "../page/clipboard.js";
