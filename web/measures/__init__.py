"""The reference: every measure and convention, read from their declarations, each measure with a live list.

May import what the lab and the lessons may; `app` uses it. `tests/web/measures` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
