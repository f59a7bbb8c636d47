"""Exact p-values of the sign-flip test and of Wilcoxon's signed-rank test: all assignments of signs are counted.

If two systems are equally good, each topic's difference is positive or negative with the same probability. The
differences must be snapped (``snapped_differences``) before.

Wilcoxon's test counts the sums of ranks, rank by rank. For few topics, the sign-flip test combines the sums of both
halves of the topics. For more topics, it counts sums topic by topic on a lattice. If the differences are multiples of
one unit, such as 0.1, this is exact; otherwise the lattice is fine, and the p-value within 1 % (5 % below 0.0001).
"""

from __future__ import annotations

import numpy as np

from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME
from ireval.trec.reading.text_column import Ints

#: With more nonzero differences than this, the normal approximation is used, as in SciPy.
MOST_EXACT = 50
#: Up to this many nonzero differences, all sums are computed.
MOST_JOINED = 24
#: The largest divisor, and the most points, of a lattice of fractions.
_MOST_DIVISOR, _MOST_POINTS = 5_040, 1 << 18
#: Half the points of the fine lattice, and its reach to each side in standard deviations of the sum. Less than 1e-17 of
#: all sums are outside (Hoeffding's inequality).
_HALF, _REACH = 1 << 13, 9.0


def signed_rank_p(differences: Floats) -> float:
    """The two-sided p-value of Wilcoxon's test, from snapped differences; zeros are left out, ties have mean ranks.

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


def swap_p(differences: Floats) -> float:
    """The p-value of the sign-flip test: the share of all assignments of signs whose sum is at least as large.

    >>> swap_p(np.array([0.1, 0.2, -0.1, 0.3, 0.2]))
    0.1875
    """
    sizes, total = np.abs(differences[differences != 0]), abs(float(differences.sum()))
    slack = max(SAME, SAME / 1000 * float(sizes.sum()))
    if total <= slack:
        return 1.0
    least = 2.0 ** (1 - len(sizes))  # the sum itself and its opposite
    if len(sizes) <= MOST_JOINED:
        return max(least, _joined(sizes, total - slack))
    return min(1.0, max(least, _on_lattice(sizes, total, slack)))


def _joined(sizes: Floats, total: float) -> float:
    """Twice the share of the sums that are at least ``total``."""
    half = len(sizes) // 2
    first, second = _sums(sizes[:half]), np.sort(_sums(sizes[half:]))
    at_least = len(second) * len(first) - int(np.searchsorted(second, total - first).sum())
    return float(2 * at_least / 2.0 ** len(sizes))


def _sums(sizes: Floats) -> Floats:
    sums = np.zeros(1)
    for size in sizes.tolist():
        sums = np.concatenate([sums + size, sums - size])
    return sums


def _on_lattice(sizes: Floats, total: float, slack: float) -> float:
    unit = lattice_unit(sizes)
    spread = float(np.sqrt((sizes**2).sum()))
    if unit is not None and 2 * _REACH * spread / unit <= _MOST_POINTS:
        steps: Ints = np.rint(sizes / unit).astype(np.int64)
        sums, chances = _chances(steps)
        return 2 * float(chances[sums >= np.ceil((total - slack) / unit)].sum())
    unit = _REACH * spread / _HALF
    steps = np.rint(sizes / unit).astype(np.int64)
    sums, chances = _chances(steps)
    # Every other whole number is a sum; each stands for all values up to the middle between two of them.
    share = np.clip((sums + 1 - total / unit) / 2, 0.0, 1.0)
    return 2 * float((chances * share).sum())


def _chances(steps: Ints) -> tuple[Ints, Floats]:
    """The sums of steps with random signs, and the probability of each; sums beyond the reach are left out.

    The sum of the positive steps is counted, in a table that grows step by step and is half as long.
    """
    most = int(np.ceil(_REACH * np.sqrt((steps.astype(np.float64) ** 2).sum()))) + 1
    chances = np.ones(1)
    for step in np.sort(steps[steps > 0]).tolist():
        half, before = chances * 0.5, len(chances)
        chances = np.zeros(before + step)
        chances[:before] = half
        chances[step:] += half
        if (beyond := (len(chances) - most) // 2) > 0:  # the same number is left out at both ends
            chances = chances[beyond:-beyond]
    return 2 * np.arange(len(chances)) - (len(chances) - 1), chances


def lattice_unit(sizes: Floats) -> float | None:
    """The largest unit of which all sizes are multiples, if it is a fraction with a small divisor; otherwise None.

    >>> lattice_unit(np.array([0.1, 0.4, 0.3])), lattice_unit(np.array([0.1, 2**0.5]))
    (0.1, None)
    """
    values, divisors = np.unique(sizes), np.arange(1, _MOST_DIVISOR + 1)
    for value in values.tolist():
        multiples = value * divisors
        divisors = divisors[np.abs(multiples - np.rint(multiples)) <= SAME * np.maximum(1.0, multiples)]
        if not len(divisors):
            return None
    return 1.0 / int(divisors[0])
