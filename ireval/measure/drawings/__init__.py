"""What a measure's file names for its chart and its figure: the columns that are drawn, and the kind of drawing.

May import ``Table``; the declaration of a measure uses it. `tests/ireval/measure` tests it.
"""
