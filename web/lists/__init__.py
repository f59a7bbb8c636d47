"""Several lists side by side: systems on a query, queries of a system, two systems on several queries.

May import `charts`, `state` and `formulas`; the lab and the downloads use it. `tests/web/lists` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
