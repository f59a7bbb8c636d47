"""The page that finds how a published score was computed, and why two outputs of trec_eval differ.

May import ``compare``, ``jobs``, ``collections`` and ``server``; the API uses its requests. ``tests/web/reproduction``
tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
