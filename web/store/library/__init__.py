"""Finds collections by their keys, and caches unpacked ones: the built-in one, and those that people have uploaded.

May import the rest of `web.store`, which does not know this room, and `web.server`; the state of the lab and all pages
on which a collection is chosen use it. `tests/web/collections` tests it, `tests/test_architecture.py` checks its
imports.
"""
