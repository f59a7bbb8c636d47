"""Statistical tests of the mean difference between two systems on the same topics, its interval and the effect size.

All tests are paired and two-sided. They are computed from the differences topic by topic, which each test snaps first
(``snapped_differences``). The keys are those of the convention ``test``.

>>> found = p_values(np.array([0.1, 0.2, -0.1, 0.3, 0.2]), seed=1)
>>> {key: round(p, 3) for key, p in found.items()}
{'sign-flip': 0.188, 'paired-t': 0.108, 'bootstrap': 0.026, 'bootstrap-t': 0.154, 'wilcoxon': 0.188}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ireval.comparison.resampled_means import bca_interval, shifted_p, studentised_p
from ireval.comparison.signed_ranks import MOST_EXACT, signed_rank_p, swap_p
from ireval.comparison.snapped_differences import mean_of, snapped, varies
from ireval.numbers.arrays import Floats

#: The number of resamples for a test or an interval.
RESAMPLES = 9_999
#: A p-value below this level counts as a difference; the confidence level of an interval is 1 - LEVEL.
LEVEL = 0.05
#: With fewer topics, the bootstrap with shift finds a difference too often where there is none, at the level 0.05: in
#: about 15 % of comparisons with 5 topics, 10 % with 10 topics, and under 7 % with this many. A test simulates this.
FEWEST_TOPICS = 25
#: The number of resamples grows until the smallest possible p-value, times the number of comparisons, is
#: LEVEL / _FINER, but not above the second number.
_FINER, _MOST_RESAMPLES = 2, 199_999
#: Each test has its own stream of random numbers, so its result does not depend on the tests before it.
_BOOTSTRAP, _INTERVAL, _STUDENTISED = 1, 2, 4


def p_values(differences: Floats, seed: int, resamples: int = RESAMPLES) -> dict[str, float | None]:
    """The p-value of each test, by its key; None if fewer than two topics or equal differences do not allow it."""
    return p_values_of_pairs(np.asarray(differences, dtype=np.float64)[:, None], seed, resamples)[0]


def p_values_of_pairs(differences: Floats, seed: int, resamples: int = RESAMPLES) -> list[dict[str, float | None]]:
    """The same for many pairs of systems, from differences of shape (topics, pairs)."""
    columns = [snapped(column) for column in differences.T]
    if len(differences) < 2:
        return [dict.fromkeys(TESTS) for _ in columns]
    found: list[dict[str, float | None]] = [{} for _ in columns]
    for key, test in TESTS.items():
        drawn = _drawn(key, columns, seed, resamples)
        for p, column, there in zip(found, columns, drawn, strict=True):
            p[key] = there if key in _DRAWING else test(column, seed, resamples)
    return found


def sign_flip(differences: Floats, seed: int, resamples: int = RESAMPLES) -> float:
    """The sign-flip test: the share of all ways to swap the systems on some topics with at least as large a mean.

    It is exact; no random numbers are used.
    """
    del seed, resamples
    return swap_p(snapped(differences))


def paired_t(differences: Floats, seed: int, resamples: int = RESAMPLES) -> float | None:
    """Student's t test of paired samples; None if all differences are equal and not 0."""
    del seed, resamples
    differences = snapped(differences)
    if not varies(differences):
        return None if differences.any() else 1.0
    from scipy.special import stdtr

    count = len(differences)
    t = differences.mean() / (differences.std(ddof=1) / np.sqrt(count))
    return float(2 * stdtr(count - 1, -abs(t)))


def bootstrap(differences: Floats, seed: int, resamples: int = RESAMPLES) -> float | None:
    """The bootstrap test with shift: the share of resamples with at least as large a mean.

    The differences are moved so that their mean is 0, and topics are drawn from them with replacement. None if all
    differences are equal and not 0.
    """
    return _drawn("bootstrap", [snapped(differences)], seed, resamples)[0]


def studentised_bootstrap(differences: Floats, seed: int, resamples: int = RESAMPLES) -> float | None:
    """The bootstrap test with shift, with each mean divided by its own standard error (bootstrap-t).

    None if all differences are equal and not 0.
    """
    return _drawn("bootstrap-t", [snapped(differences)], seed, resamples)[0]


def wilcoxon(differences: Floats, seed: int, resamples: int = RESAMPLES) -> float:
    """Wilcoxon's signed-rank test, without the topics on which the systems are equal; 1 if all topics are."""
    del seed, resamples
    differences = snapped(differences)
    if not differences.any():
        return 1.0
    if np.count_nonzero(differences) <= MOST_EXACT:
        return signed_rank_p(differences)
    from scipy import stats

    return float(stats.wilcoxon(differences, method="asymptotic").pvalue)


#: A test: a function of differences, a seed and the number of resamples to a p-value; None if it is undefined.
Test = Callable[..., float | None]
#: The tests by their keys, in the order in which they are shown.
TESTS: Mapping[str, Test] = MappingProxyType(
    {
        "sign-flip": sign_flip,
        "paired-t": paired_t,
        "bootstrap": bootstrap,
        "bootstrap-t": studentised_bootstrap,
        "wilcoxon": wilcoxon,
    }
)


def interval(differences: Floats, seed: int) -> tuple[float, float] | None:
    """The bootstrap interval of the mean difference, bias-corrected and accelerated (BCa); None if there is none."""
    return intervals_of_pairs(np.asarray(differences, dtype=np.float64)[:, None], seed)[0]


def intervals_of_pairs(differences: Floats, seed: int) -> list[tuple[float, float] | None]:
    """The same for many pairs of systems, from differences of shape (topics, pairs)."""
    columns = [snapped(column) for column in differences.T]
    if len(differences) < 2:
        return [None for _ in columns]
    found: list[tuple[float, float] | None] = [(float(column[0]), float(column[0])) for column in columns]
    varying = [i for i, column in enumerate(columns) if varies(column)]
    if varying:
        block = np.stack([columns[i] for i in varying], axis=-1)
        ends = bca_interval(block, random_stream(seed, _INTERVAL), RESAMPLES, LEVEL)
        for i, (low, high) in zip(varying, ends.T.tolist(), strict=True):
            found[i] = None if low != low or high != high else (low, high)
    return found


def effect_size(differences: Floats) -> float | None:
    """The effect size: the mean difference in standard deviations of the differences (Cohen's d), or None."""
    differences = snapped(differences)
    if len(differences) < 2 or not varies(differences):
        return None
    return mean_of(differences) / float(differences.std(ddof=1))


def resamples_for(comparisons: int) -> int:
    """The number of resamples with which the smallest p-value is far below the level after Holm's correction."""
    return min(_MOST_RESAMPLES, max(RESAMPLES, round(_FINER * comparisons / LEVEL) - 1))


def floors(differences: Floats, resamples: int = RESAMPLES) -> dict[str, float]:
    """The smallest p-value that each test can give, by its key, for these numbers of topics and nonzero differences.

    >>> {key: round(p, 4) for key, p in floors(np.array([0.1, 0.2, 0.0, 0.1])).items()}
    {'sign-flip': 0.25, 'paired-t': 0.0, 'bootstrap': 0.0001, 'bootstrap-t': 0.0156, 'wilcoxon': 0.25}
    """
    by_signs = min(1.0, 2.0 ** (1 - int(np.count_nonzero(snapped(differences)))))
    drawn, topics = 1 / (resamples + 1), max(1, len(differences))
    # A resample that consists of one topic only has no variance, and counts as at least as large.
    studentised = max(drawn, float(topics) ** (1 - topics))
    return dict(zip(TESTS, (by_signs, 0.0, drawn, studentised, by_signs), strict=True))


def misleads(key: str, topics: int) -> bool:
    """Whether a test's p-value is too small because there are so few topics."""
    return key == "bootstrap" and topics < FEWEST_TOPICS


def random_stream(seed: int, number: int) -> np.random.Generator:
    """The random number generator of the test with this ``number``, under a seed."""
    return np.random.default_rng([seed, number])


#: The bootstrap tests, each with the function for many pairs and the number of its random stream.
_DRAWING: Mapping[str, tuple[Callable[[Floats, np.random.Generator, int], Floats], int]] = MappingProxyType(
    {"bootstrap": (shifted_p, _BOOTSTRAP), "bootstrap-t": (studentised_p, _STUDENTISED)}
)


def _drawn(key: str, columns: Sequence[Floats], seed: int, resamples: int) -> list[float | None]:
    """The p-values of a bootstrap test for the snapped differences of each pair; None for another test."""
    found: list[float | None] = [None if column.any() else 1.0 for column in columns]
    varying = [i for i, column in enumerate(columns) if varies(column)] if key in _DRAWING else []
    if varying:
        test, number = _DRAWING[key]
        values = test(np.stack([columns[i] for i in varying], axis=-1), random_stream(seed, number), resamples)
        for i, p in zip(varying, values.tolist(), strict=True):
            found[i] = p
    return found
