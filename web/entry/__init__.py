"""The form “Enter my ranking”: labels, names, R and the collection, with a preview of how the text was read.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/entry` tests it.
"""
