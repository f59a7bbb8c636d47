"""Several lists side by side: systems for one query, queries of one system, or two systems for several queries.

May import the floors below the lab; the rest of the lab uses it, and pages that show such lists. `tests/web/lab` tests
it, `tests/test_architecture.py` keeps its imports so.
"""
