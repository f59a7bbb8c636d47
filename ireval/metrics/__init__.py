"""The measures, one file each. A file here that declares ``MEASURE`` is discovered; adding one touches no other."""
