// A page with figures: each can be saved as PNG.
import "./picture.js";
