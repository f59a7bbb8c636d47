"""Why a number is another than the right one: a page of its own, and the verdict alone for the lab.

May import `lists`, `state`, `formulas` and `server`; the API uses its question. `tests/web/why` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
