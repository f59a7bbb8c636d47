"""The students of sheets: the rosters on which they are entered, and the devices on which they work.

Part of the store, which speaks SQL. `tests/web/store` tests it.
"""
