"""The glossary: every term of the product, each with an address of its own.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/glossary` tests it.
"""
