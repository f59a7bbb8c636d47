"""Exercises for somebody who practises alone: as hard as a level says, and on a measure or on one typical mistake.

May import what ``exercises.variants`` may, and ``exercises.generator``; the page for practice uses it.
``tests/ireval/exercises/practice`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
