"""The JSON interface under `/api/v1`: what the pages show, with full precision, in the same grammar.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/api` tests it.
"""
