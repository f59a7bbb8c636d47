// The pages of collections: links to copy, times in the visitor's zone, and forms with files.
import "../page/clipboard.js";
import "../sheets/local_times.js";
import "../page/file_sizes.js";
