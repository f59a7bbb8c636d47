"""Collections that pages can show: the one that comes with ireval, and those that people have uploaded.

May import ``store``, ``jobs``, ``server`` and ``ireval``; lab, comparisons and experiments use it.
``tests/web/collections`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
