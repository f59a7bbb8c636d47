"""Finds how a published score was computed, and why two outputs of trec_eval differ.

May import ``evaluation``, ``diagnosis``, ``trec`` and what these use; the command line, the page and the API use it.
``tests/ireval/reproduction`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
