// All that a page with charts needs.
import "./figures.js";
import "./numbers.js";
import "./picture.js";
import "./points.js";
