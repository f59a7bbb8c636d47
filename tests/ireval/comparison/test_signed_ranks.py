"""The exact p-values of Wilcoxon's test against SciPy's, which looks at all ways to give the signs one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ireval.comparison.signed_ranks import MOST_EXACT, lattice_unit, signed_rank_p, swap_p
from ireval.comparison.significance import floors, wilcoxon

stats = pytest.importorskip("scipy.stats")
RANDOM = np.random.default_rng(12)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 9])
def test_ties_and_zeros_are_treated_as_in_scipy(count: int) -> None:
    for _ in range(3):
        differences = RANDOM.integers(-3, 5, count) / 10
        if differences.any():
            assert signed_rank_p(differences) == pytest.approx(stats.wilcoxon(differences).pvalue, rel=1e-12)


@pytest.mark.parametrize("count", [1, 4, 10, 13, 20])
def test_without_ties_it_is_the_exact_test_of_scipy(count: int) -> None:
    differences = RANDOM.normal(0.3, 1, count)
    assert signed_rank_p(differences) == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, rel=1e-12)


def test_few_topics_with_ties_need_no_search_through_all_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: Any, **__: Any) -> None:
        raise AssertionError("SciPy looks at all ways to give the signs")

    monkeypatch.setattr(stats, "permutation_test", search)
    for count in range(2, MOST_EXACT + 3):
        differences = np.round(RANDOM.normal(0.1, 0.3, count), 1)
        differences[:2] = 0, 0.1
        assert 0 < wilcoxon(differences, 0) <= 1


def test_up_to_fifty_differences_are_counted_exactly() -> None:
    differences = RANDOM.normal(0.2, 1, 51)
    for count, method in ((50, "exact"), (51, "asymptotic")):
        some = np.append(differences[:count], 0.0)
        assert wilcoxon(some, 0) == pytest.approx(stats.wilcoxon(differences[:count], method=method).pvalue, rel=1e-12)


@pytest.mark.parametrize("count", [1, 2, 3, 24, 25, 60])
def test_if_one_system_always_wins_two_assignments_are_as_far_out(count: int) -> None:
    """All topics as they are, and all of them swapped: 2 of 2^n."""
    for wins in (np.full(count, 0.1), np.linspace(0.1, 0.2, count) * -1):
        assert swap_p(np.append(wins, 0.0)) == pytest.approx(2.0 ** (1 - count), rel=1e-9)


def test_if_the_mean_is_0_every_assignment_is_as_far_out() -> None:
    assert swap_p(np.array([0.3, -0.1, -0.2])) == 1
    assert swap_p(np.zeros(3)) == swap_p(np.zeros(0)) == 1
    assert swap_p(np.tile([0.3, -0.3], 15)) == 1
    assert swap_p(np.append(np.tile([0.3, -0.3], 15), 0.1)) == pytest.approx(1, abs=0.2)


def test_a_lattice_has_small_divisors() -> None:
    assert lattice_unit(np.array([2.0, 5.0])) == 1
    assert lattice_unit(np.array([0.5, 1.25, 3.0])) == 0.25
    assert lattice_unit(np.array([1 / 3, 1 / 7])) == pytest.approx(1 / 21)
    assert lattice_unit(np.array([1 / 5040])) == pytest.approx(1 / 5040)
    assert lattice_unit(np.array([1 / 5041])) is None
    assert lattice_unit(np.array([0.1, 2**0.5])) is None


@pytest.mark.parametrize(
    ("differences", "by_signs", "studentised"),
    [
        ([], 1, 1),
        ([0.1], 1, 1),
        ([0.0, 0.0], 1, 1 / 2),
        ([0.1, 0.0], 1, 1 / 2),
        ([0.1, 0.2, 0.3], 1 / 4, 1 / 9),
        ([0.1] * 9, 1 / 256, 1 / 1000),
    ],
)
def test_the_smallest_p_values(differences: list[float], by_signs: float, studentised: float) -> None:
    """Two of 2^n signs; of n^n samples, n have one topic only; a thousandth with 999 resamples."""
    expected = {
        "sign-flip": by_signs,
        "paired-t": 0,
        "bootstrap": 0.001,
        "bootstrap-t": studentised,
        "wilcoxon": by_signs,
    }
    assert floors(np.array(differences), 999) == pytest.approx(expected)
