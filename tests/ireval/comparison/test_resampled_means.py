"""The bootstrap on few topics, where all samples can be counted, and its memory."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ireval.comparison.resampled_means import CELLS, bca_interval, portions, shifted_p, studentised_p
from ireval.numbers.arrays import Floats

FOUR = np.array([0.1, 0.4, -0.1, 0.3])


def all_samples(differences: Floats) -> Floats:
    return np.array(list(product(differences, repeat=len(differences))))


def stream() -> np.random.Generator:
    return np.random.default_rng(5)


def test_resamples_are_drawn_in_portions_of_a_million_numbers() -> None:
    """A portion has at most 2^20 numbers, which are 8 MiB, unless a single resample has more."""
    assert CELLS == 1_048_576
    assert list(portions(50, 9_999)) == [9_999]
    assert list(portions(1_000, 3_000)) == [1_048, 1_048, 904]
    assert list(portions(2_000_000, 3)) == [1, 1, 1]
    assert list(portions(0, 5)) == [5]
    assert list(portions(1 << 20, 2)) == [1, 1]
    assert list(portions(10, 0)) == []


@pytest.mark.parametrize("sign", [1, -1])
def test_the_test_with_shift_counts_means_at_least_as_large(sign: int) -> None:
    differences = sign * FOUR
    means = all_samples(differences - differences.mean()).mean(axis=1)
    expected = np.mean(np.abs(means) >= abs(differences.mean()) - 1e-12)
    (found,) = shifted_p(differences[:, None], stream(), 20_000)
    assert found == pytest.approx(expected, abs=0.012)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_studentised_test_divides_each_mean_by_its_standard_error(sign: int) -> None:
    """A sample of one topic only has no variance, and counts."""
    differences = sign * FOUR
    samples = all_samples(differences - differences.mean())
    spread = samples.std(axis=1)
    t = abs(differences.mean()) / differences.std()
    with np.errstate(divide="ignore"):
        expected = np.mean(np.where(spread > 1e-12, np.abs(samples.mean(axis=1)) / spread >= t - 1e-12, True))
    (found,) = studentised_p(differences[:, None], stream(), 20_000)
    assert found == pytest.approx(expected, abs=0.012)


def test_the_pair_itself_counts_as_a_resample() -> None:
    clear = np.linspace(0.5, 0.9, 40)[:, None]
    assert shifted_p(clear, stream(), 99).tolist() == [0.01]
    assert studentised_p(clear, stream(), 99).tolist() == [0.01]
    balanced = np.array([[0.5], [-0.5], [0.25], [-0.25]])
    assert shifted_p(balanced, stream(), 99).tolist() == studentised_p(balanced, stream(), 99).tolist() == [1.0]


def test_pairs_are_tested_with_the_same_samples() -> None:
    two = np.stack([FOUR, -FOUR], axis=-1)
    assert np.ptp(shifted_p(two, stream(), 499)) == np.ptp(studentised_p(two, stream(), 499)) == 0
    low, high = bca_interval(two, stream(), 499, 0.1)
    assert (low[0], high[0]) == pytest.approx((-high[1], -low[1]))


def test_the_interval_is_that_of_scipy_and_moves_with_its_level() -> None:
    stats = pytest.importorskip("scipy.stats")
    skewed = np.random.default_rng(3).exponential(0.2, 30) - 0.05
    for level in (0.05, 0.2):
        expected = stats.bootstrap(
            (skewed,), np.mean, n_resamples=5_000, method="BCa", confidence_level=1 - level, rng=stream()
        ).confidence_interval
        low, high = bca_interval(skewed[:, None], stream(), 5_000, level)[:, 0]
        assert (low, high) == pytest.approx((expected.low, expected.high), abs=0.008)
