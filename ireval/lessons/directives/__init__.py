"""The directives of a lesson, one module each: the text between lines of three colons becomes a block.

A module that is called ``…_directive`` declares its ``DIRECTIVES`` by their names; ``directive_table`` finds it.

May import the rest of ``ireval.lessons`` except its reader; the reader uses it. ``tests/ireval/lessons`` tests it,
``tests/test_architecture.py`` checks its imports.
"""
