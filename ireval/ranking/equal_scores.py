"""Groups of documents with equal scores: the mean over each group, and the last rank of each group.

>>> groups = np.array([[0, 1, 1, 1, 2]])
>>> means([[4.0, 3.0, 0.0, 0.0, 5.0]], groups)
array([[4., 1., 1., 1., 5.]])
>>> last_ranks(groups)
array([[1., 4., 4., 4., 5.]])
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ireval.numbers.arrays import Floats


def means(x: ArrayLike, groups: NDArray[np.int64]) -> Floats:
    """The mean of ``x`` over each group, at every place of the group; both have the shape (..., ranks)."""
    values = np.asarray(x, dtype=np.float64)
    number = _numbered(groups)
    sums = np.bincount(number.ravel(), values.ravel())
    found: Floats = (sums / np.bincount(number.ravel()))[number]
    return found


def last_ranks(groups: NDArray[np.int64]) -> Floats:
    """The rank of the last document of each group, at every place of the group."""
    number = _numbered(groups)
    rank = np.broadcast_to(np.arange(1.0, groups.shape[-1] + 1), groups.shape)
    last = np.zeros(int(number.max(initial=-1)) + 1)
    np.maximum.at(last, number.ravel(), rank.ravel())
    found: Floats = last[number]
    return found


def _numbered(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """The groups, renumbered so that groups of different lists have different numbers."""
    first = np.ones(groups.shape, dtype=bool)
    first[..., 1:] = groups[..., 1:] != groups[..., :-1]
    return (np.cumsum(first.ravel()) - 1).reshape(groups.shape)
