"""Exercise sheets: built, published, answered and marked. The modules here are shared by builder, students and owners.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/sheets` tests it.
"""
