"""The coefficients of agreement: each file declares its calculation, its typical mistakes and its source.

May import the modules of ``agreement`` beside it; ``all_coefficients`` and ``ireval.agreement`` use it.
``tests/ireval/agreement`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
