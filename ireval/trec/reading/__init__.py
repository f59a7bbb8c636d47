"""Reads files fast: their bytes, columns of texts and numbers, and rows grouped by topic. Errors give line numbers.

May import ``messages``, ``errors`` and ``numbers``; only ``trec``, ``paste`` and ``evaluation`` use it.
``tests/ireval/trec`` tests it.
"""
