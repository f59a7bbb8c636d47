"""Shared by all file formats: questions as markup, the accepted answers, and zip files without a date.

May import ``exercises.marking`` and what stands below it; ``moodle``, ``qti`` and CSV use it.
``tests/ireval/exercises/exports/test_accepted_answers.py`` tests it, ``tests/test_architecture.py`` checks its
imports.
"""
