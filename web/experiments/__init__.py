"""The pages of experiments, which readers repeat with their own choices.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/experiments` tests it.
"""
