"""All that is drawn for students: the stream of numbers, seeds, secrets, keys, lists of documents, and their grades.

May import ``exercises.sheet``, ``exercises.question`` and what the core has below them; the kinds use it. A change that
draws something else from the same seed needs a new ``GENERATOR``: ``tests/ireval/exercises/variants/test_variant.py``
compares digests. ``tests/test_architecture.py`` checks its imports.
"""
