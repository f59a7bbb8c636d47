"""Several lists side by side: systems on one query, queries of one system, two systems on several queries.

May import `charts`, `state` and `formulas`; the lab and the downloads use it. `tests/web/lists` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
