"""Statistical tests of the mean difference between two systems on the same topics, its interval and its size.

All tests are paired and two-sided: they are computed from the differences topic by topic, which each of them snaps
first. The keys are those of the convention ``test``.

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

#: How often topics are drawn again, for a test or an interval.
RESAMPLES = 9_999
#: A p-value below this counts as a difference, and an interval has the probability 1 - LEVEL.
LEVEL = 0.05
#: With fewer topics the bootstrap with shift finds a difference too often where there is none, at the level 0.05: in
#: about 15 % of comparisons with 5 topics, 10 % with 10, and under 7 % from here on. A test simulates this.
FEWEST_TOPICS = 25
#: The smallest p-value that is drawn, times the number of comparisons, is LEVEL / _FINER, up to this many resamples.
_FINER, _MOST_RESAMPLES = 2, 199_999
#: Each drawing has a stream of random numbers of its own, so that none depends on which others were made before.
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
    """The share of all ways to swap the two systems on some topics that give at least as large a mean difference.

    Nothing is drawn at random.
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
    """The bootstrap test with shift: how often a sample with the mean 0 has at least as large a mean.

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
    """Wilcoxon's signed-rank test, without the topics on which the systems are equal; 1 if they all are."""
    del seed, resamples
    differences = snapped(differences)
    if not differences.any():
        return 1.0
    if np.count_nonzero(differences) <= MOST_EXACT:
        return signed_rank_p(differences)
    from scipy import stats

    return float(stats.wilcoxon(differences, method="asymptotic").pvalue)


#: A test: its p-value from differences, a seed and the number of resamples; None where the test is not defined.
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
    """How often topics are drawn again, so that the smallest p-value is far below what Holm asks for."""
    return min(_MOST_RESAMPLES, max(RESAMPLES, round(_FINER * comparisons / LEVEL) - 1))


def floors(differences: Floats, resamples: int = RESAMPLES) -> dict[str, float]:
    """The smallest p-value that each test can give for so many topics, of which so many differ, by its key.

    >>> {key: round(p, 4) for key, p in floors(np.array([0.1, 0.2, 0.0, 0.1])).items()}
    {'sign-flip': 0.25, 'paired-t': 0.0, 'bootstrap': 0.0001, 'bootstrap-t': 0.0156, 'wilcoxon': 0.25}
    """
    by_signs = min(1.0, 2.0 ** (1 - int(np.count_nonzero(snapped(differences)))))
    drawn, topics = 1 / (resamples + 1), max(1, len(differences))
    # A resample of one topic again and again has no spread, and counts as at least as large.
    studentised = max(drawn, float(topics) ** (1 - topics))
    return dict(zip(TESTS, (by_signs, 0.0, drawn, studentised, by_signs), strict=True))


def misleads(key: str, topics: int) -> bool:
    """Whether a test's p-value is too small because there are so few topics."""
    return key == "bootstrap" and topics < FEWEST_TOPICS


def random_stream(seed: int, number: int) -> np.random.Generator:
    """The random numbers of one drawing under a seed."""
    return np.random.default_rng([seed, number])


#: The tests that draw topics again, each with its p-values of many pairs and the number of its random numbers.
_DRAWING: Mapping[str, tuple[Callable[[Floats, np.random.Generator, int], Floats], int]] = MappingProxyType(
    {"bootstrap": (shifted_p, _BOOTSTRAP), "bootstrap-t": (studentised_p, _STUDENTISED)}
)


def _drawn(key: str, columns: Sequence[Floats], seed: int, resamples: int) -> list[float | None]:
    """The p-values of a test that draws, for snapped differences of each pair; of another test None."""
    found: list[float | None] = [None if column.any() else 1.0 for column in columns]
    varying = [i for i, column in enumerate(columns) if varies(column)] if key in _DRAWING else []
    if varying:
        test, number = _DRAWING[key]
        values = test(np.stack([columns[i] for i in varying], axis=-1), random_stream(seed, number), resamples)
        for i, p in zip(varying, values.tolist(), strict=True):
            found[i] = p
    return found
