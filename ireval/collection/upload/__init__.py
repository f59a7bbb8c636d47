"""Files that somebody uploads as a collection: recognized, read within limits, packed and summarized.

May import the modules of ``collection`` and ``trec``; the pages of collections and the workers use it. Its tests are
in ``tests/ireval/collection/upload/``.
"""
