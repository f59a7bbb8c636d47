"""For the person who runs the server: whether it lives and is ready, its log, its counters and gauges.

On the floor of the pages: it imports no page, and only `app` uses it. `tests/web/operation` tests it,
`tests/test_architecture.py` checks its imports.
"""
