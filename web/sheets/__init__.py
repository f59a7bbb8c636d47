"""Exercise sheets: built, published, answered and marked. This package has what the builder, students and owners share.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/sheets` tests it.
"""
