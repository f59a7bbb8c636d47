"""Experiments on judgements, such as the change of scores when judgements are removed.

May import ``evaluation``, ``agreement`` and what these use; the pages of experiments use it.
``tests/ireval/experiments`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
