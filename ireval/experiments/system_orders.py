"""The similarity of two orders of the same systems: Kendall's tau with ties taken into account (tau-b).

>>> round(float(kendall_tau(np.array([3, 2, 1]), np.array([3, 1, 2]))), 3)
0.333
"""

from __future__ import annotations

import numpy as np

from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME


def kendall_tau(one: Floats, other: Floats) -> Floats:
    """Tau-b of the systems' scores along the last axis, for each place of the other axes.

    NaN if all systems have the same score, because they then have no order. Scores are equal if they differ only by
    rounding errors.
    """
    a, b = _signs(one), _signs(other)
    pairs = np.sqrt(np.abs(a).sum(axis=-1) * np.abs(b).sum(axis=-1))
    agreeing: Floats = (a * b).sum(axis=-1)
    tau = np.full(agreeing.shape, np.nan)
    np.divide(agreeing, pairs, out=tau, where=pairs > 0)
    return tau


def _signs(scores: Floats) -> Floats:
    """For each pair of systems: 1 if the first scores more, -1 if the second does, 0 if both score the same."""
    first, second = np.triu_indices(scores.shape[-1], 1)
    between = scores[..., first] - scores[..., second]
    signs: Floats = np.where(np.abs(between) <= SAME, 0.0, np.sign(between))
    return signs
