"""Numbers: calculations that print themselves, worked numbers, rounding, and numbers as people write and type them.

The lowest room: may import only ``errors``. Everything that computes, explains or marks uses it.
``tests/ireval/numbers`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
