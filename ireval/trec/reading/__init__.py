"""How files are read: their bytes, columns of texts and numbers, and rows grouped by topic, at speed and with line
numbers.

May import ``errors`` and ``numbers``; only ``trec`` and ``evaluation`` use it. ``tests/ireval/trec`` tests it.
"""
