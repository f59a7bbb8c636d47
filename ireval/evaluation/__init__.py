"""Many lists scored: runs against judgements, means, several systems, and the reports on them.

May import ``trec``, ``explanation`` and what stands below them; the command line and the pages of several lists use it.
``tests/ireval/evaluation`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
