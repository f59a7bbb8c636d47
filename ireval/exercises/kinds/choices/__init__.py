"""Kinds in which students choose, such as the measure that fits a situation.

May import what ``exercises.kinds`` may; only ``catalog`` uses it.
``tests/ireval/exercises/kinds/test_measure_choice.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
