"""The lab: a ranked list in a form, and everything that is computed from its labels.

May import `lists`, `charts`, `state`, `formulas` and `server`; the pages that show parts of it use it. `tests/web/lab`
tests it, `tests/test_architecture.py` keeps its imports so.
"""
