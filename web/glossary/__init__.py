"""The glossary: every term of the product, each with an address of its own.

May import `server` and `ireval`; `lessons` and `app` use it. `tests/web/glossary` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
