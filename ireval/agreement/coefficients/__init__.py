"""The coefficients of agreement: each file declares its calculation, its typical mistakes and its source.

May import ``agreement``; ``all_coefficients`` lists them. ``tests/ireval/agreement`` tests them,
``tests/test_architecture.py`` keeps its imports so.
"""
