"""Replacements for parts of Python's standard library: lazy attributes without a lock, JSON within limits,
and registries with one more entry.

May import nothing of the project. Every package may use it.
``tests/ireval/stdlib`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
