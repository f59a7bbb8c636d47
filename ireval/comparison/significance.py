"""Statistical tests of the mean difference between two systems on the same topics, its interval and its size.

All tests are paired and two-sided: they are computed from the differences topic by topic, which each of them snaps
first. The keys are those of the convention ``test``.

>>> found = p_values(np.array([0.1, 0.2, -0.1, 0.3, 0.2]), seed=1)
>>> {key: round(p, 3) for key, p in found.items()}
{'sign-flip': 0.188, 'paired-t': 0.108, 'bootstrap': 0.026, 'bootstrap-t': 0.154, 'wilcoxon': 0.188}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from ireval.comparison.resampled_means import bca_interval, shifted_p, studentised_p
from ireval.comparison.sign_swaps import swap_p
from ireval.comparison.signed_ranks import MOST_EXACT, signed_rank_p
from ireval.comparison.snapped_differences import snapped, varies
from ireval.numbers.arrays import Floats

#: How often topics are drawn again, for a test or an interval.
RESAMPLES = 9_999
#: A p-value below this counts as a difference, and an interval has the probability 1 - LEVEL.
LEVEL = 0.05
#: Each drawing has a stream of random numbers of its own, so that none depends on which others were made before.
_BOOTSTRAP, _INTERVAL, _STUDENTISED = 1, 2, 4


def p_values(differences: Floats, seed: int, resamples: int = RESAMPLES) -> dict[str, float | None]:
    """The p-value of each test, by its key; None if fewer than two topics or equal differences do not allow it."""
    return {key: test(differences, seed, resamples) if len(differences) > 1 else None for key, test in TESTS.items()}


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
    from scipy import stats

    return float(stats.ttest_1samp(differences, 0.0).pvalue)


def bootstrap(differences: Floats, seed: int, resamples: int = RESAMPLES) -> float | None:
    """The bootstrap test with shift: how often a sample with the mean 0 has at least as large a mean.

    The differences are moved so that their mean is 0, and topics are drawn from them with replacement. None if all
    differences are equal and not 0.
    """
    differences = snapped(differences)
    if not varies(differences):
        return None if differences.any() else 1.0
    return float(shifted_p(differences[:, None], random_stream(seed, _BOOTSTRAP), resamples)[0])


def studentised_bootstrap(differences: Floats, seed: int, resamples: int = RESAMPLES) -> float | None:
    """The bootstrap test with shift, with each mean divided by its own standard error (bootstrap-t).

    None if all differences are equal and not 0.
    """
    differences = snapped(differences)
    if not varies(differences):
        return None if differences.any() else 1.0
    return float(studentised_p(differences[:, None], random_stream(seed, _STUDENTISED), resamples)[0])


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
    if len(differences) < 2:
        return None
    differences = snapped(differences)
    if not varies(differences):
        return float(differences[0]), float(differences[0])
    low, high = bca_interval(differences[:, None], random_stream(seed, _INTERVAL), RESAMPLES, LEVEL)[:, 0].tolist()
    return None if low != low or high != high else (low, high)


def effect_size(differences: Floats) -> float | None:
    """The effect size: the mean difference in standard deviations of the differences (Cohen's d), or None."""
    differences = snapped(differences)
    if len(differences) < 2 or not varies(differences):
        return None
    return float(differences.mean() / differences.std(ddof=1))


def random_stream(seed: int, number: int) -> np.random.Generator:
    """The random numbers of one drawing under a seed."""
    return np.random.default_rng([seed, number])
