"""The paired tests against SciPy, and against all samples where there are few."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ireval.comparison.significance import RESAMPLES, TESTS, effect_size, interval, misleads, p_values, resamples_for
from ireval.conventions import CONVENTIONS
from ireval.numbers.arrays import Floats

stats = pytest.importorskip("scipy.stats")

FEW = np.array([0.1, -0.2, 0.3, 0.05, 0.12, -0.04, 0.2, 0.08])
TIED = np.array([0.1, 0.1, -0.1, 0.0, 0.2, 0.1, 0.0, -0.2, 0.1])
MANY = np.random.default_rng(7).normal(0.03, 0.2, 60)


def mean(values: Floats, axis: int = -1) -> Floats:
    return np.asarray(np.mean(values, axis=axis))


def test_every_test_is_a_choice_of_the_convention() -> None:
    assert list(TESTS) == [choice.key for choice in CONVENTIONS["test"].choices]
    assert CONVENTIONS["test"].scope == "comparison"


@pytest.mark.parametrize("differences", [FEW, TIED], ids=["few", "tied"])
def test_few_topics_are_swapped_in_all_ways(differences: Floats) -> None:
    expected = stats.permutation_test(
        (differences,), mean, permutation_type="samples", n_resamples=np.inf, vectorized=True
    ).pvalue
    assert TESTS["sign-flip"](differences, 1) == pytest.approx(expected, abs=1e-12)


@pytest.mark.slow
def test_many_topics_are_swapped_at_random() -> None:
    expected = stats.permutation_test(
        (MANY,), mean, permutation_type="samples", n_resamples=50_000, vectorized=True, rng=np.random.default_rng(3)
    ).pvalue
    found = TESTS["sign-flip"](MANY, 1)
    spread = np.sqrt(expected * (1 - expected) / RESAMPLES)
    assert found == pytest.approx(expected, abs=5 * spread)


@pytest.mark.parametrize("differences", [FEW, TIED, MANY], ids=["few", "tied", "many"])
def test_the_t_test_and_wilcoxon_are_those_of_scipy(differences: Floats) -> None:
    first = np.linspace(0.1, 0.6, len(differences))
    found = p_values(differences, 1)
    assert found["paired-t"] == pytest.approx(stats.ttest_rel(first + differences, first).pvalue, rel=1e-9)
    assert found["wilcoxon"] == pytest.approx(stats.wilcoxon(differences).pvalue, rel=1e-12)


def test_the_bootstrap_draws_from_differences_without_a_mean() -> None:
    """Of five topics all 3,125 samples can be drawn."""
    few = FEW[:5]
    moved = few - few.mean()
    means = [abs(np.mean(sample)) for sample in itertools.product(moved, repeat=5)]
    expected = np.mean(np.array(means) >= abs(few.mean()) - 1e-12)
    found = TESTS["bootstrap"](few, 1)
    assert found == pytest.approx(expected, abs=5 * np.sqrt(expected * (1 - expected) / RESAMPLES))


def test_topics_are_drawn_9999_times() -> None:
    """The smallest p-value is 1 / (B + 1) for B resamples (Davison and Hinkley 1997): 1 in 10,000."""
    clear = np.linspace(0.5, 0.9, 30)
    assert p_values(clear, 1)["bootstrap"] == pytest.approx(1 / 10_000, rel=1e-12)
    assert resamples_for(1) == resamples_for(200) == 9_999
    assert resamples_for(1_000) == 39_999, "the smallest p-value is half of 0.05 / 1000"
    assert resamples_for(10**6) == 199_999


def test_the_interval_is_that_of_scipy() -> None:
    found = interval(MANY, 1)
    other = stats.bootstrap(
        (MANY,), mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(5)
    ).confidence_interval
    assert found == pytest.approx((other.low, other.high), abs=0.003)
    assert found and found[0] < MANY.mean() < found[1]


def test_the_effect_is_counted_in_standard_deviations() -> None:
    assert effect_size(MANY) == pytest.approx(stats.ttest_1samp(MANY, 0).statistic / np.sqrt(len(MANY)))


def test_a_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    assert p_values(MANY, 4) == p_values(MANY, 4)
    assert interval(MANY, 4) == interval(MANY, 4)
    assert p_values(MANY, 4) != p_values(MANY, 5)
    assert interval(MANY, 4) != interval(MANY, 5)


def test_swapping_the_systems_changes_no_p_value() -> None:
    assert p_values(-MANY, 4) == pytest.approx(p_values(MANY, 4))


def test_equal_systems_never_differ() -> None:
    nothing = np.zeros(6)
    assert set(p_values(nothing, 1).values()) == {1.0}
    assert interval(nothing, 1) == (0.0, 0.0)
    assert effect_size(nothing) is None


def test_the_same_difference_everywhere_has_no_spread_to_be_compared_with() -> None:
    same = np.full(6, 0.1)
    found = p_values(same, 1)
    assert (found["paired-t"], found["bootstrap"]) == (None, None)
    assert found["sign-flip"] == pytest.approx(2 / 2**6)
    assert interval(same, 1) == (0.1, 0.1)


@pytest.mark.parametrize("differences", [np.zeros(0), np.array([0.3])])
def test_one_topic_is_too_few(differences: Floats) -> None:
    assert set(p_values(differences, 1).values()) == {None}
    assert interval(differences, 1) is None
    assert effect_size(differences) is None


def test_the_bootstrap_with_shift_needs_25_topics() -> None:
    """The page on statistical tests promises this number; a simulation in the tests of experiments shows why."""
    assert [misleads("bootstrap", topics) for topics in (5, 24, 25, 60)] == [True, True, False, False]
    assert not misleads("bootstrap-t", 5)


@pytest.mark.slow
def test_the_interval_has_95_per_cent() -> None:
    """With so many normal differences, BCa comes to the normal interval, whose ends are 1.96 standard errors away."""
    values = np.random.default_rng(2).normal(0.0, 1.0, 2_000)
    found = interval(values, 1)
    assert found
    half_width = (found[1] - found[0]) / 2 / (values.std(ddof=1) / np.sqrt(2_000))
    assert half_width == pytest.approx(1.96, abs=0.05)
