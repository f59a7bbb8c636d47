"""The state of the lab, as addresses contain it: lists, conventions, the open measure and covered columns.

May import the collections of `store`, `server` and `formulas`; charts, the lab and every page that shows its state use
it. `tests/web/state` tests it, `tests/test_architecture.py` checks its imports.
"""
