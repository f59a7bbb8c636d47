"""Collections that pages can show: the built-in one, and those that people have uploaded.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/collections` tests it.
"""
