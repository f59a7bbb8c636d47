"""Corrections for several comparisons at once: Holm's for p-values, and Tukey's HSD as a randomisation over topics.

An unpaired Tukey test compares the systems as if each system had different topics. Topics differ far more than systems
do, so this test misses differences that are the same on nearly every topic:

>>> unpaired = unpaired_tukey(UNEVEN_TOPICS)[0, 2]
>>> paired = randomised_tukey(UNEVEN_TOPICS, seed=UNEVEN_SEED)[0, 2]
>>> f"unpaired: p = {unpaired:.3f}, paired: p = {paired:.4f}"
'unpaired: p = 0.447, paired: p = 0.0065'
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from ireval.comparison.resampled_means import portions
from ireval.comparison.significance import RESAMPLES, random_stream
from ireval.comparison.snapped_differences import differences_of
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME

Key = TypeVar("Key")

_TUKEY = 3

#: An example: the scores of three systems (columns) on ten topics. The third is better than the first on nine of them.
UNEVEN_TOPICS: Floats = np.array(
    [
        [0.20, 0.05, 0.41],
        [0.25, 0.43, 0.44],
        [0.34, 0.33, 0.47],
        [0.44, 0.42, 0.58],
        [0.49, 0.53, 0.60],
        [0.61, 0.56, 0.63],
        [0.63, 0.67, 0.76],
        [0.80, 0.83, 0.81],
        [0.61, 0.75, 0.76],
        [0.70, 0.77, 0.69],
    ]
)
#: The seed with which the example is shown.
UNEVEN_SEED = 14


def holm(values: Mapping[Key, float | None]) -> dict[Key, float | None]:
    """P-values adjusted by Holm's method; None stays None.

    The smallest p-value is multiplied by the number of tests, the next one by the number of tests minus 1, and so on;
    an adjusted p-value is never lower than the one before, and never above 1.

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


def lowest_by_holm(values: Mapping[Key, float | None], floors: Mapping[Key, float]) -> dict[Key, float | None]:
    """Each p-value, adjusted by Holm's method, if it alone were as small as its test can give (its floor).

    If the result is not below the level, the test cannot find a difference, however large the difference is.

    >>> lowest_by_holm({"a": 0.2, "b": 0.01}, {"a": 0.125, "b": 0.0001})
    {'a': 0.125, 'b': 0.0002}
    """
    known = sorted(p for p in values.values() if p is not None)
    highest = np.maximum.accumulate([0.0, *(p * (len(known) - i) for i, p in enumerate(known))]).tolist()
    lowest: dict[Key, float | None] = dict.fromkeys(values)
    for key, p in values.items():
        if p is not None:
            before = bisect_left(known, min(p, floors[key]))
            lowest[key] = min(1.0, max(highest[before], floors[key] * (len(known) - before)))
    return lowest


def randomised_tukey(scores: Floats, seed: int) -> Floats:
    """The p-values of all pairs of systems, shape (systems, systems), from scores of shape (topics, systems).

    The scores of each topic are assigned to the systems at random, many times. The p-value of a pair is the share of
    these assignments in which the highest and the lowest mean differ by at least as much as the means of the pair
    (Carterette 2012). The p-values are corrected for all pairs together.
    """
    topics, systems = scores.shape
    stream = random_stream(seed, _TUKEY)
    largest = float(np.abs(scores).max(initial=0.0))
    scores = np.stack([differences_of(scores[:, 0], column) for column in scores.T], axis=-1)
    sums = scores.sum(axis=0)
    gaps = np.abs(sums[:, None] - sums) - max(SAME, SAME / 1000 * topics * largest)
    ranges = []
    for portion in portions(scores.size, RESAMPLES):
        order = stream.random((portion, topics, systems)).argsort(axis=-1)
        shuffled = np.take_along_axis(scores[None], order, axis=-1).sum(axis=1)
        ranges.append(np.ptp(shuffled, axis=-1))
    below = np.searchsorted(np.sort(np.concatenate(ranges)), gaps)
    found: Floats = (RESAMPLES - below + 1) / (RESAMPLES + 1)
    return found


def unpaired_tukey(scores: Floats) -> Floats:
    """The p-values of all pairs by Tukey's test for independent groups, which is wrong for runs on the same topics.

    Many programs compute it; it is here to show the mistake.
    """
    from scipy import stats

    found: Floats = stats.tukey_hsd(*scores.T).pvalue
    return found


def disagreement(values: Mapping[str, float | None], level: float) -> tuple[Sequence[str], Sequence[str]] | None:
    """The tests that find a difference at this level and those that do not; None if they agree.

    >>> disagreement({"sign-flip": 0.04, "paired-t": 0.06, "wilcoxon": None}, 0.05)
    (['sign-flip'], ['paired-t'])
    """
    known = {key: p for key, p in values.items() if p is not None}
    finding, others = [k for k, p in known.items() if p < level], [k for k, p in known.items() if p >= level]
    return (finding, others) if finding and others else None
