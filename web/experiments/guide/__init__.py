"""The guide to measures: three questions, a measure that fits, and lists on which others disagree with it.

May import ``state``, ``server`` and ``ireval``; the app uses it. ``tests/web/experiments`` tests it,
``tests/test_architecture.py`` keeps its imports so.
"""
