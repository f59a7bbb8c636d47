"""Numbers: calculations that print themselves, worked numbers, rounding, and numbers as people write and type them.

May import only ``errors`` and ``messages``. Everything that computes, explains or marks uses it.
``tests/ireval/numbers`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
