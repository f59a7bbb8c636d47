"""The page on which runs are compared: those of a collection, sent files, and lists of two links to the lab.

Nothing that is sent is stored. A page: it imports no other page, and only `web.pages` imports it. `tests/web/compare`
tests it.
"""
