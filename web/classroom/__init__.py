"""A page: the classroom, in which a class answers questions about what a lecturer shows, and judges documents together.

It imports no other page, and only `web.pages` imports it. `tests/web/classroom` tests it.
"""
