"""The glossary: every term of the product, each with an address of its own.

May import `sheets` and what is above it; only `app` uses it. `tests/web/glossary` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
