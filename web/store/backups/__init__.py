"""Reads backup files: their lines, within size limits, and rows that are checked against the columns of their tables.

May import the modules of `web.store`; only `web.store.dump` uses it. `tests/web/store/test_dump.py` tests it.
"""
