// All scripts of a page with charts.
import "../page/painted.js";
import "./unfolding.js";
import "./ghost.js";
import "./figures.js";
import "./numbers.js";
import "./picture.js";
import "./points.js";
