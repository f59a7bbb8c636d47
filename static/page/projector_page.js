// A page whose only script of its own is the projector view.
import "./projector_view.js";
