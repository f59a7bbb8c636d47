"""Changes of the open list by buttons: moving documents out of and into the ranking, and the pinned state.

May import `ireval` and `web.state`; the lab's form and page use it. `tests/web/lab` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
