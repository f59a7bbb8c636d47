"""Questions as students see them, the possible outcomes of an answer, and the values that rounding can reach.

May import ``exercises.sheet`` and what the core has below it; the kinds, marking and exports use it.
``tests/ireval/exercises`` tests it through these; ``tests/test_architecture.py`` checks its imports.
"""
