// The charts of an experiment as PNG.
import "../charts/picture.js";
