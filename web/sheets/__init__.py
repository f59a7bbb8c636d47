"""Exercise sheets on the web: built, shown, answered and marked. Knows ``ireval.exercises``."""
