"""Explains why a number differs from the correct value, on a page of its own and as a part of the lab.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/why` tests it.
"""
