"""What all formats of files write: questions as markup, the answers that are accepted, and zip files without a date.

May import ``exercises.marking`` and what stands below it; ``moodle``, ``qti`` and CSV use it.
``tests/ireval/exercises/exports/test_accepted_answers.py`` tests it, ``tests/test_architecture.py`` keeps its imports
so.
"""
