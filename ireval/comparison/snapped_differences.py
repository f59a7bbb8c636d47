"""Differences without rounding errors: differences that are equal as fractions become equal as floats.

In floats ``0.3 - 0.2`` and ``0.2 - 0.1`` differ, so that their ranks, ties and signs would be wrong. All code that uses
differences, for tests and for counts of wins, takes them from this module.

>>> differences_of(np.array([0.2, 0.1, 0.7]), np.array([0.3, 0.2, 0.7])).round(3).tolist()
[0.1, 0.1, 0.0]
>>> len(set(differences_of(np.array([0.2, 0.1]), np.array([0.3, 0.2])).tolist()))
1
"""

from __future__ import annotations

import numpy as np

from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME

#: Scores above 1 are less exact in floats: differences within this share of the largest score also count as equal.
_SHARE = SAME / 1000


def differences_of(a: Floats, b: Floats) -> Floats:
    """B minus A for each topic, snapped."""
    largest = max((float(np.nanmax(np.abs(x), initial=0.0)) for x in (a, b)), default=0.0)
    return snapped(b - a, largest)


def snapped(differences: Floats, largest: float = 0.0) -> Floats:
    """The differences; absolute values that differ only by rounding errors become equal, and values near 0 become 0.

    Absolute values are sorted; one that is within the error of the one before becomes equal to it. ``largest`` is the
    largest score. NaN stays NaN.

    >>> snapped(np.array([0.1, -0.09999999999999998, -1e-17])).tolist()
    [0.09999999999999998, -0.09999999999999998, 0.0]
    """
    sizes = np.abs(np.asarray(differences, dtype=np.float64))
    order = np.argsort(sizes, kind="stable")  # NaN comes last
    ordered = sizes[order][: np.count_nonzero(~np.isnan(sizes))]
    if not ordered.size:
        return sizes
    error = max(SAME, _SHARE * max(largest, float(ordered[-1])))
    starts = np.diff(ordered, prepend=0.0) > error  # a value that is not equal to the one before it
    first = np.concatenate([[0.0], ordered[starts]])
    equal = np.full_like(sizes, np.nan)
    equal[order[: len(ordered)]] = first[np.cumsum(starts)]
    return np.where(equal == 0, 0.0, np.copysign(equal, differences))


def mean_of(differences: Floats) -> float:
    """The mean of snapped differences: 0 if it differs from 0 only by rounding errors, NaN without topics."""
    mean = float(differences.mean()) if len(differences) else float("nan")
    return 0.0 if abs(mean) <= SAME else mean


def varies(differences: Floats) -> bool:
    """Whether snapped differences are not all the same."""
    return bool(np.ptp(differences) > 0)
