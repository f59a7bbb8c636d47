"""The kinds of exercises, and their shared parts: declaration, draw, layout of a question, its table, and weights.

Each folder has the kinds of one idea: ``calculations``, ``choices``, ``changes``, ``means``, ``judges``, and ``own``
for questions that a sheet's owner writes. A module there that declares ``KIND`` is a kind; ``catalog`` finds it.

May import ``exercises.generator`` and what stands below it; the rest of ``ireval.exercises`` and the pages use a kind
only through ``catalog.KINDS``. ``tests/ireval/exercises/kinds/test_kind.py`` tests it and checks that no other module
names a kind's key; ``tests/test_architecture.py`` checks its imports.
"""
