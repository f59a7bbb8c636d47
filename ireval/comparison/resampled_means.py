"""Bootstrap: topics are drawn with replacement, for two tests of a mean difference and for its interval.

Each resample is stored as the number of times that each topic is taken. One matrix product then gives the means of all
resamples for many pairs of systems at once, so many comparisons can have many resamples.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.rounding import SAME

#: The number of random numbers that are drawn at a time, to save memory.
CELLS = 1 << 20


def shifted_p(differences: Floats, stream: np.random.Generator, resamples: int) -> Floats:
    """The p-values of the bootstrap test with shift, from snapped differences of shape (topics, pairs).

    The differences of a pair are moved so that their mean is 0. A p-value is the share of resamples whose mean is at
    least as large as the mean of the pair; the pair itself counts as one resample.
    """
    means = differences.mean(axis=0)
    moved, least = (differences - means).T, (np.abs(means) - SAME)[:, None]
    at_least = np.ones(len(means))
    for taken in _drawn(differences.shape, stream, resamples):
        drawn = moved @ taken.T
        at_least += _counts(np.abs(drawn, out=drawn) >= least)
    return at_least / (resamples + 1)


def studentised_p(differences: Floats, stream: np.random.Generator, resamples: int) -> Floats:
    """The p-values of the studentised bootstrap: like ``shifted_p``, with each mean divided by its standard error.

    A resample without variance whose mean is not 0 counts as at least as large. Each pair's differences must vary.
    """
    means = differences.mean(axis=0)
    means[np.abs(means) <= SAME] = 0.0
    moved = (differences - means).T
    # |drawn| >= least * sqrt(squares - drawn^2), with squares on both sides
    least = means**2 / (moved**2).mean(axis=-1) * (1 - SAME) ** 2
    squares = moved**2 * (least / (1 + least))[:, None]
    at_least = np.ones(len(means))
    for taken in _drawn(differences.shape, stream, resamples):
        drawn = moved @ taken.T
        at_least += _counts(np.square(drawn, out=drawn) >= squares @ taken.T)
    return at_least / (resamples + 1)


def bca_interval(differences: Floats, stream: np.random.Generator, resamples: int, level: float) -> Floats:
    """The bootstrap intervals of the means, bias-corrected and accelerated (BCa), shape (2, pairs).

    ``level`` is the probability that the mean is outside. Each pair's differences must vary. NaN without an interval.
    """
    from scipy.special import ndtr, ndtri

    means = differences.mean(axis=0)
    taken = np.concatenate(list(_drawn(differences.shape, stream, resamples)))
    moved = differences - means
    acceleration = (moved**3).sum(axis=0) / (6 * (moved**2).sum(axis=0) ** 1.5)
    ends = np.empty((2, len(means)))
    for i, mean in enumerate(means.tolist()):
        drawn = taken @ differences[:, i]
        below = np.count_nonzero(drawn < mean - SAME) + np.count_nonzero(drawn <= mean + SAME)
        bias = ndtri(below / (2 * resamples))
        place = bias + ndtri([level / 2, 1 - level / 2])
        at = ndtr(bias + place / (1 - acceleration[i] * place))
        ends[:, i] = np.nan if np.isnan(at).any() else np.quantile(drawn, at)
    return np.where(np.abs(ends) <= SAME, 0.0, ends)


def _drawn(shape: tuple[int, ...], stream: np.random.Generator, resamples: int) -> Iterator[Floats]:
    """The share of each topic in each resample, in portions of shape (resamples of the portion, topics).

    ``shape`` is the shape of the differences: (topics, pairs).
    """
    topics = shape[0]
    for portion in portions(max(shape), resamples):
        places = stream.integers(0, topics, (portion, topics)) + topics * np.arange(portion)[:, None]
        counts = np.bincount(places.ravel(), minlength=portion * topics)
        yield counts.reshape(portion, topics) / topics


def _counts(table: Bools) -> Floats:
    """The number of true values in each row."""
    return np.array([np.count_nonzero(row) for row in table], dtype=np.float64)


def portions(cells: int, resamples: int) -> Iterator[int]:
    """Divide ``resamples`` of ``cells`` numbers each into portions of about ``CELLS`` numbers."""
    most = max(1, CELLS // max(1, cells))
    for done in range(0, resamples, most):
        yield min(most, resamples - done)
