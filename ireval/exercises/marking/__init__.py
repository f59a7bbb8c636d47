"""Marking: marks with reasons, known wrong numbers, errors carried forward, a class's answers, and the answer key.

May import ``exercises.variants``, ``exercises.kinds``, the diagnosis and what stands below them; exports, paper, the
command line and the pages use it. ``tests/ireval/exercises/marking/test_marks.py`` and others test it,
``tests/test_architecture.py`` keeps its imports so.
"""
