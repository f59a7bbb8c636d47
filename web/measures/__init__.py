"""The reference: every measure and convention, from their declarations, and an interactive list for each measure.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/measures` tests it.
"""
