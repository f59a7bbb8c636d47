"""The search over everything that has a name: measures, mistakes, conventions, terms, lessons, tools and pages.

A page: it imports no other page, and only `web.pages` imports it. `tests/web/search` tests it.
"""
