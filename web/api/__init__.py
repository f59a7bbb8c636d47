"""The JSON interface under `/api/v1`: the numbers that the pages show, with full precision.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/api` tests it.
"""
