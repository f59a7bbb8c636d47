// The way into a sheet, and a sheet that can only be looked at.
import "./key.js";
