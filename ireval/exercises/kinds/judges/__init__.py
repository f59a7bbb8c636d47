"""The agreement of two judges: the kind of exercise, and the mistakes that are typical of kappa.

May import what ``exercises.kinds`` may; only ``catalog`` uses it.
``tests/ireval/exercises/kinds/test_judge_agreement.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
