"""Replacements for parts of Python's standard library: lazy attributes without a lock, and JSON within limits.

May import nothing of the project. Every package may use it.
``tests/ireval/stdlib`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
