"""Compares systems over many topics: differences, statistical tests, and the reasons for a difference on a topic.

May import ``evaluation``, ``trec``, ``measure`` and everything below them; the command line and the JSON API use it.
``tests/ireval/comparison`` tests it, ``tests/test_architecture.py`` keeps its imports so. SciPy is imported only where
its tests are computed.
"""

from ireval.comparison.comparison import RunComparison, compare

__all__ = ["RunComparison", "compare"]
