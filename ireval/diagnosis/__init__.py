"""Explains why a number differs from the correct one: its possible causes, and the verdict.

May import ``explanation`` and what stands below it; ``Why?``, the marking of sheets and the command line use it.
``tests/ireval/diagnosis`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
