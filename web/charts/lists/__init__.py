"""Charts of several lists, topics or runs: curves, bars of differences, distributions.

May import the rest of `web.charts`, which does not know this room, and what that may; the lab, comparisons and
experiments use it. `tests/web/charts` tests it, `tests/test_architecture.py` keeps its imports so.
"""
