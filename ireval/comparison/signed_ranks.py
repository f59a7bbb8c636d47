"""The exact p-value of Wilcoxon's signed-rank test for up to 50 differences, with ties and zeros.

If the two systems were equally good, each rank would have a plus or a minus with the same probability. All ways to
give the signs are counted by the sum of the ranks that have a plus, one rank after the other.
"""

from __future__ import annotations

import numpy as np

from ireval.numbers.arrays import Floats

#: With more differences that are not 0 the normal approximation is used, as SciPy does.
MOST_EXACT = 50


def signed_rank_p(differences: Floats) -> float:
    """The two-sided p-value of snapped differences; zeros are left out, and equal sizes share the mean of their ranks.

    >>> signed_rank_p(np.array([0.1, 0.3, 0.0, -0.1]))  # ranks 1.5, 3, and 1.5 with a minus: 6 of 8 are as far out
    0.75
    """
    kept = differences[differences != 0]
    _, place, counts = np.unique(np.abs(kept), return_inverse=True, return_counts=True)
    doubled = (2 * np.cumsum(counts) - counts + 1)[place]  # twice the mean rank is a whole number
    ways = np.zeros(int(doubled.sum()) + 1, dtype=np.int64)
    ways[0] = 1
    for rank in doubled.tolist():
        ways[rank:] += ways[:-rank].copy()
    positive = int(doubled[kept > 0].sum())
    tail = min(int(ways[: positive + 1].sum()), int(ways[positive:].sum()))
    return min(1.0, tail / 2.0 ** (len(kept) - 1))
