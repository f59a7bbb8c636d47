"""A ranked list with its judgements: grades by rank, labels as text, document names, and other orders.

May import ``messages``, ``errors`` and ``numbers``. Measures compute on a ``Ranking``; pages, files and sheets use
this package to make one.
``tests/ireval/ranking`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
