"""Downloads from the lab: tables, charts, qrels and runs, steps of lessons, and its address as a QR code.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/downloads` tests it.
"""
