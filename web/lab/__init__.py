"""The lab, as a part that many pages show: a ranked list in a form, and everything that is computed from its labels.

May import the floors below: `charts`, `state`, `formulas`, `server`; the page of the lab uses it, and all pages that
show the lab or read its form. `tests/web/lab` tests it, `tests/test_architecture.py` keeps its imports so.
"""
