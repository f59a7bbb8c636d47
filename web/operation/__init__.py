"""What the person who runs the server sees of it: whether it lives and is ready, its log, and its counters.

May import `web.server`; the rooms of the pages may use its log, and `app` uses all of it. `tests/web/operation` tests
it, `tests/test_architecture.py` keeps its imports so.
"""
