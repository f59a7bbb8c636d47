"""The state of the lab, as addresses contain it: lists, conventions, what is open and what is covered.

May import the collections of `store`, `server` and `formulas`; charts, the lab and every page that shows its state use
it. `tests/web/state` tests it, `tests/test_architecture.py` keeps its imports so.
"""
