"""A mean over several queries: the kind of exercise, and the mistakes that are typical of means.

May import what ``exercises.kinds`` may; only ``catalog`` uses it.
``tests/ireval/exercises/kinds/test_mean_over_lists.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
