"""The pages of experiments, which readers repeat with their own choices.

May import ``collections``, ``jobs``, ``lists``, ``charts``, ``server`` and ``ireval``; the app uses it.
``tests/web/experiments`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
