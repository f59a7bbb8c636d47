"""What is drawn from a seed: the stream of numbers, students' keys, lists of documents, and whether a list is good.

May import ``exercises.sheet``, ``exercises.question`` and what the core has below them; the kinds use it. A change that
draws anything else from the same seed needs a new ``GENERATOR``: ``tests/ireval/exercises/variants/test_variant.py``
keeps a digest. ``tests/test_architecture.py`` keeps its imports so.
"""
