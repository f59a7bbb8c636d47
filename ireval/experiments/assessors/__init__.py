"""The judgements of several assessors: their labels, their agreement, and the conclusions that depend on them.

May import ``comparison``, ``agreement``, ``paste`` and what these use; the page of assessors uses it.
``tests/ireval/experiments`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
