"""Scores many lists: runs against judgements, means, several systems, and reports.

May import ``trec``, ``explanation`` and everything below them; the command line and the pages of several lists use it.
``tests/ireval/evaluation`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
