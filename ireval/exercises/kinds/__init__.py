"""The kinds of exercises, one module each, and what they share: a draw, the layout of a question, its table.

May import ``exercises.generator`` and what stands below it; the rest of ``ireval.exercises`` and the pages use a kind
only through ``catalog.KINDS``. ``tests/ireval/exercises/kinds/test_kind.py`` tests it and checks that no other module
names a kind's key; ``tests/test_architecture.py`` checks its imports.
"""
