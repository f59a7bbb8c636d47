"""The page that tries statistical tests on simulated data, for which the truth is known.

May import what the other experiments may, and ``web.downloads``; the app uses it. ``tests/web/experiments`` tests it,
``tests/test_architecture.py`` keeps its imports so.
"""
