"""The directives of a lesson, one module each: the text between lines of three colons becomes a block.

May import the rest of ``ireval.lessons`` except its reader; the reader uses it. ``tests/ireval/lessons`` tests it,
``tests/test_architecture.py`` checks its imports.
"""
