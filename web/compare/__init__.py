"""The page on which runs are compared: those of a collection, sent files, and lists of two links to the lab.

Nothing that is sent is stored. May import ``downloads``, ``collections``, ``lists``, ``charts``, ``server`` and
``ireval``; the JSON API uses it. ``tests/web/compare`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
