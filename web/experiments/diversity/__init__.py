"""The page on which documents and subtopics are a matrix, and the measures of diversity follow it.

May import ``lab``, ``charts``, ``formulas``, ``state``, ``server`` and ``ireval``; the app uses it.
``tests/web/experiments`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
