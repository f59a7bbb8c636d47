"""The judgements of several assessors: their labels, how far they agree, and what changes with them.

May import ``comparison``, ``agreement``, ``paste`` and what these use; the page of assessors uses it.
``tests/ireval/experiments`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
