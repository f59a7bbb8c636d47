"""The reference: every measure and convention, read from their declarations.

May import `formulas` and `ireval`; only `app` uses it. `tests/web/measures` tests it, `tests/test_architecture.py`
keeps its imports so.
"""
