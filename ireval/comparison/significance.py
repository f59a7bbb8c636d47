"""Statistical tests of the mean difference between two systems on the same topics, its interval and its size.

All tests are paired and two-sided: they are computed from the differences topic by topic. The keys are those of the
convention ``test``.

>>> found = p_values(np.array([0.1, 0.2, -0.1, 0.3, 0.2]), seed=1)
>>> {key: round(p, 3) for key, p in found.items()}
{'sign-flip': 0.188, 'paired-t': 0.108, 'bootstrap': 0.026, 'wilcoxon': 0.188}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ireval.comparison.signed_ranks import MOST_EXACT, signed_rank_p
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME

#: How often differences are drawn again, for a test or an interval.
RESAMPLES = 9_999
#: This many numbers are drawn at a time, to save memory.
CELLS = 1 << 20
#: A p-value below this counts as a difference, and an interval has the probability 1 - LEVEL.
LEVEL = 0.05
#: Each drawing has a stream of random numbers of its own, so that none depends on which others were made before.
_SIGNS, _BOOTSTRAP, _INTERVAL = range(3)


def p_values(differences: Floats, seed: int) -> dict[str, float | None]:
    """The p-value of each test, by its key; None if fewer than two topics or equal differences do not allow it."""
    return {key: test(differences, seed) if len(differences) > 1 else None for key, test in TESTS.items()}


def sign_flip(differences: Floats, seed: int) -> float:
    """The share of all ways to swap the two systems on some topics that give at least as large a mean difference.

    With many topics the swaps are drawn at random, and the observed one counts as one of them.
    """
    count = len(differences)
    least = abs(differences.sum()) - SAME
    if 2**count <= RESAMPLES + 1:
        swaps = (np.arange(2**count)[:, None] >> np.arange(count)) & 1
        return float(np.mean(np.abs((1 - 2 * swaps) @ differences) >= least))
    stream, at_least = random_stream(seed, _SIGNS), 1
    for portion in portions(count):
        swaps = stream.integers(0, 2, (portion, count), dtype=np.int8)
        at_least += int(np.count_nonzero(np.abs((1 - 2 * swaps) @ differences) >= least))
    return at_least / (RESAMPLES + 1)


def paired_t(differences: Floats, seed: int) -> float | None:
    """Student's t test of paired samples; None if all differences are equal and not 0."""
    del seed
    if not varies(differences):
        return None if differences.any() else 1.0
    from scipy import stats

    return float(stats.ttest_1samp(differences, 0.0).pvalue)


def bootstrap(differences: Floats, seed: int) -> float | None:
    """The bootstrap test with shift: how often a sample with the mean 0 has at least as large a mean.

    The differences are moved so that their mean is 0, and topics are drawn from them with replacement. None if all
    differences are equal and not 0.
    """
    if not varies(differences):
        return None if differences.any() else 1.0
    mean = differences.mean()
    moved, stream, at_least = differences - mean, random_stream(seed, _BOOTSTRAP), 1
    for portion in portions(len(differences)):
        means = moved[stream.integers(0, len(moved), (portion, len(moved)))].mean(axis=-1)
        at_least += int(np.count_nonzero(np.abs(means) >= abs(mean) - SAME))
    return at_least / (RESAMPLES + 1)


def wilcoxon(differences: Floats, seed: int) -> float:
    """Wilcoxon's signed-rank test, without the topics on which the systems are equal; 1 if they all are."""
    del seed
    if not differences.any():
        return 1.0
    if len(differences) <= MOST_EXACT:
        return signed_rank_p(differences)
    from scipy import stats

    return float(stats.wilcoxon(differences).pvalue)


#: The tests by their keys, in the order in which they are shown.
TESTS: Mapping[str, Callable[[Floats, int], float | None]] = MappingProxyType(
    {"sign-flip": sign_flip, "paired-t": paired_t, "bootstrap": bootstrap, "wilcoxon": wilcoxon}
)


def interval(differences: Floats, seed: int) -> tuple[float, float] | None:
    """The bootstrap interval of the mean difference, bias-corrected and accelerated (BCa); None if there is none."""
    if len(differences) < 2:
        return None
    if not varies(differences):
        return float(differences[0]), float(differences[0])
    from scipy import stats

    found = stats.bootstrap(
        (differences,),
        _mean,
        n_resamples=RESAMPLES,
        batch=max(1, CELLS // len(differences)),
        confidence_level=1 - LEVEL,
        method="BCa",
        rng=random_stream(seed, _INTERVAL),
    ).confidence_interval
    low, high = float(found.low), float(found.high)
    return None if low != low or high != high else (low, high)


def effect_size(differences: Floats) -> float | None:
    """The effect size: the mean difference in standard deviations of the differences (Cohen's d), or None."""
    if len(differences) < 2 or not varies(differences):
        return None
    return float(differences.mean() / differences.std(ddof=1))


def portions(cells: int) -> Iterator[int]:
    """``RESAMPLES`` in portions, so that about ``CELLS`` numbers are drawn at a time; each resample has ``cells``."""
    most = max(1, CELLS // max(1, cells))
    for done in range(0, RESAMPLES, most):
        yield min(most, RESAMPLES - done)


def random_stream(seed: int, number: int) -> np.random.Generator:
    """The random numbers of one drawing under a seed."""
    return np.random.default_rng([seed, number])


def _mean(values: Floats, axis: int = -1) -> Any:
    return np.mean(values, axis=axis)


def varies(differences: Floats) -> bool:
    """Whether the differences are not all the same."""
    return bool(np.ptp(differences) > SAME)
