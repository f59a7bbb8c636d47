// The page on which runs are compared: a form with files.
import "../page/file_sizes.js";
