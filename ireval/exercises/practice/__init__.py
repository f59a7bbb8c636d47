"""Exercises for somebody who practises alone: as hard as a level says, on a measure or one mistake, or as on a sheet.

May import what ``exercises.variants`` may, and ``exercises.generator``; the pages for practice and sheets use it.
``tests/ireval/exercises/practice`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
