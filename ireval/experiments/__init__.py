"""Experiments on judgements, such as how measures change when judgements are taken away.

May import ``evaluation``, ``agreement`` and what these use; the pages of experiments use it.
``tests/ireval/experiments`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
