"""The kinds of exercises, one module each, with what they share: a draw, how a question is laid out, its table.

May import ``exercises.generator`` and what stands below it; the rest of ``ireval.exercises`` and the pages use a kind
by ``catalog.KINDS`` alone. ``tests/ireval/exercises/kinds/test_kind.py`` tests it and sees that no kind's key stands
anywhere else,
``tests/test_architecture.py`` keeps its imports so.
"""
