"""Lists as people paste them: labels in rows, names, tables, lines of a run with its qrels.

May import ``trec`` and what stands below it; only the lab uses it. ``tests/ireval/paste`` tests it.
"""
