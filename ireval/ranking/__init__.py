"""A ranked list with its judgements: grades by rank, labels as text, names of documents, other orders.

May import ``errors`` and ``numbers``. Measures compute on a ``Ranking``; pages, files and sheets
use it to make one.
``tests/ireval/ranking`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
