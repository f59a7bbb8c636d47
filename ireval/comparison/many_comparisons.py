"""Corrections for several comparisons at once: Holm's for p-values, and Tukey's HSD as a randomisation over topics.

An unpaired Tukey test compares the systems as if each had topics of its own. Topics differ far more than systems do,
so it overlooks differences that are the same on nearly every topic:

>>> from scipy.stats import tukey_hsd
>>> scores = UNEVEN_TOPICS
>>> unpaired = tukey_hsd(*scores.T).pvalue[0, 2]
>>> paired = randomised_tukey(scores, seed=1)[0, 2]
>>> f"unpaired: p = {unpaired:.3f}, paired: p = {paired:.4f}"
'unpaired: p = 0.901, paired: p = 0.0001'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from ireval.comparison.significance import RESAMPLES, portions, random_stream
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME

Key = TypeVar("Key")

_TUKEY = 3

#: An example of ten topics, from difficult to easy, and three systems: the third is a little better on nearly all.
UNEVEN_TOPICS: Floats = np.array(
    [
        [0.04, 0.06, 0.09],
        [0.11, 0.10, 0.16],
        [0.18, 0.21, 0.22],
        [0.26, 0.25, 0.33],
        [0.35, 0.38, 0.39],
        [0.43, 0.44, 0.51],
        [0.54, 0.52, 0.57],
        [0.62, 0.66, 0.70],
        [0.75, 0.74, 0.79],
        [0.86, 0.89, 0.92],
    ]
)


def holm(values: Mapping[Key, float | None]) -> dict[Key, float | None]:
    """Holm's adjusted p-values: the smallest times the number of tests, the next times one less, never falling.

    >>> holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": None})
    {'a': 0.03, 'b': 0.06, 'c': 0.06, 'd': None}
    """
    adjusted: dict[Key, float | None] = dict.fromkeys(values)
    known = sorted(((p, key) for key, p in values.items() if p is not None), key=lambda pair: pair[0])
    highest = 0.0
    for i, (p, key) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - i)))
        adjusted[key] = highest
    return adjusted


def randomised_tukey(scores: Floats, seed: int) -> Floats:
    """The p-values of all pairs of systems, shape (systems, systems), from scores of shape (topics, systems).

    The scores of each topic are given to the systems at random, again and again. The p-value of a pair is the share of
    these drawings in which the highest and the lowest mean differ by at least as much as the means of the pair
    (Carterette 2012). It holds for all pairs together.
    """
    topics, systems = scores.shape
    stream = random_stream(seed, _TUKEY)
    sums = scores.sum(axis=0)
    gaps = np.abs(sums[:, None] - sums) - SAME
    at_least = np.ones((systems, systems))
    for portion in portions(scores.size):
        order = stream.random((portion, topics, systems)).argsort(axis=-1)
        shuffled = np.take_along_axis(scores[None], order, axis=-1).sum(axis=1)
        ranges = np.ptp(shuffled, axis=-1)
        at_least += np.count_nonzero(ranges[:, None, None] >= gaps, axis=0)
    return at_least / (RESAMPLES + 1)


def disagreement(values: Mapping[str, float | None], level: float) -> tuple[Sequence[str], Sequence[str]] | None:
    """The tests that find a difference at this level and those that do not; None if they agree.

    >>> disagreement({"sign-flip": 0.04, "paired-t": 0.06, "wilcoxon": None}, 0.05)
    (['sign-flip'], ['paired-t'])
    """
    known = {key: p for key, p in values.items() if p is not None}
    finding, others = [k for k, p in known.items() if p < level], [k for k, p in known.items() if p >= level]
    return (finding, others) if finding and others else None
