"""Kinds in which students change a list, so that measures rise or fall.

May import what ``exercises.kinds`` may; only ``catalog`` uses it.
``tests/ireval/exercises/kinds/test_inverse_task.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
