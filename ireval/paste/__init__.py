"""Reads lists that people paste: labels in rows, names, tables, lines of a run with its qrels.

May import ``trec`` and everything below it; only the lab uses it. ``tests/ireval/paste`` tests it.
"""
