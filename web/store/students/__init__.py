"""The students of sheets: the rosters on which they are entered, their devices, and the removal of those of no class.

May import the records, bounds, schema and database of the store, which uses it. `tests/web/store` tests it.
"""
