"""Explains why a number differs from the correct value: on a page of its own, and as a part of the lab.

May import `lab`, `lists`, `state`, `formulas` and `server`; the API uses its question. `tests/web/why` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
