"""The students of sheets: the rosters on which they are entered, and the devices on which they work.

May import the records, bounds, schema and database of the store, which uses it. `tests/web/store` tests it.
"""
