// The lab, and the pages that are made like it.
import "./parts.js";
