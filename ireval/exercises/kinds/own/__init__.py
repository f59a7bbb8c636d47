"""Kinds for questions that the sheet's owner writes: an option, a number, a text, or a table quoted with its slips.

May import what ``exercises.kinds`` may; ``catalog`` and the directives of lessons use them.
``tests/ireval/exercises/kinds/test_own.py`` tests them, ``tests/test_architecture.py`` checks their imports.
"""
