"""What is read from the file of a backup: its lines, within bounds, and rows that fit the columns of their tables.

May import the modules of `web.store`; only `web.store.dump` uses it. `tests/web/store/test_dump.py` tests it.
"""
