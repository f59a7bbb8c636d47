"""Changes of the open list by buttons: documents that leave the ranking or come into it, and the pinned state.

May import `ireval` and `web.state`; the lab's form and page use it. `tests/web/lab` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
