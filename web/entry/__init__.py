"""Enter my ranking: labels, names, R and the collection in one form, with a preview of what was understood.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/entry` tests it.
"""
