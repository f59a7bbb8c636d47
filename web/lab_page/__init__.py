"""The page of the lab: its addresses, the answers to its script, and the lab in a frame.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/lab` tests it.
"""
