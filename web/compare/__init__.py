"""The page on which runs are compared. Nothing is stored.

May import ``lists``, ``charts``, ``server`` and ``ireval``; the JSON API uses it. ``tests/web/compare`` tests it,
``tests/test_architecture.py`` keeps its imports so.
"""
