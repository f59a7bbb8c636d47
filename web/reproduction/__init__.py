"""The page that finds how a published score was computed, and why two outputs of trec_eval differ.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/reproduction` tests it.
"""
