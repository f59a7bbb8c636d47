"""The reference: every measure and convention, read from their declarations, each measure with a live list.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/measures` tests it.
"""
