"""Numbers: calculations that can be printed, rounding, and numbers as people write and type them.

May import only ``errors`` and ``messages``. Every package that computes, explains or marks uses it.
``tests/ireval/numbers`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
