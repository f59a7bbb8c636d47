"""The JSON interface under `/api/v1`: what the pages show, with full precision, in the same grammar.

May import every other room of `web`; only `app` uses it. `tests/web/api` tests it, `tests/test_architecture.py` keeps
its imports so.
"""
