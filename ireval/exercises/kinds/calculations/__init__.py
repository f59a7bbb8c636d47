"""Kinds in which students calculate on a list: its score, its table, two scores to compare, a wrong cell to correct.

May import what ``exercises.kinds`` may; ``catalog`` finds them, and the directives of lessons use one.
``tests/ireval/exercises/kinds`` tests them, ``tests/test_architecture.py`` checks their imports.
"""
