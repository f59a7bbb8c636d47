"""How often statistical tests are wrong, simulated: type I error, power, and the coverage of intervals.

May import ``comparison`` and what that uses; the page and the command use it. ``tests/ireval/experiments`` tests it,
``tests/test_architecture.py`` keeps its imports so. SciPy is imported only where something is computed with it.
"""
