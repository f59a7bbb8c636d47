"""Kinds for questions that the sheet's owner writes: one correct option, a number, or a text that is marked by hand.

May import what ``exercises.kinds`` may; only ``catalog`` uses them. ``tests/ireval/exercises/kinds/test_own.py`` tests
them, ``tests/test_architecture.py`` checks their imports.
"""
