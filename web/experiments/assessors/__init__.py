"""The page on which the judgements of several assessors are compared. Nothing is stored.

May import ``collections``, ``charts``, ``downloads``, ``lists`` and ``ireval``; the app uses it.
``tests/web/experiments`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
