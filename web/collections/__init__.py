"""Collections that pages can show: the one that comes with ireval, and those that people have uploaded.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/collections` tests it.
"""
