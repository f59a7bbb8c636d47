// The page on which runs are compared: its charts as PNG.
import "../charts/picture.js";
