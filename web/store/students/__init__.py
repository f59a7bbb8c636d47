"""The students of sheets: their rosters, their devices, and the removal of students who do not belong to a class.

May import the records, bounds, schema and database of the store, which uses it. `tests/web/store` tests it.
"""
