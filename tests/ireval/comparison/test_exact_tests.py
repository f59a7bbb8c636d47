"""Every test on differences with ties gives what it gives on whole numbers, and what SciPy or fractions give."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from ireval.comparison.measure_comparison import compare_scores, with_holm
from ireval.comparison.resampled_means import shifted_p, studentised_p
from ireval.comparison.signed_ranks import signed_rank_p, swap_p
from ireval.comparison.significance import FEWEST_TOPICS, LEVEL, TESTS, effect_size, p_values
from ireval.comparison.snapped_differences import differences_of, snapped
from ireval.measure.spelling import parse
from ireval.numbers.arrays import Floats
from tests.ireval.comparison.exact_tests import disagreements, random_twins, ranks_p, swaps_p

pytestmark = pytest.mark.slow

stats = pytest.importorskip("scipy.stats")


def test_three_topics_of_precision_at_10_have_equal_ranks() -> None:
    a, b = np.array([0, 0, 0.3]), np.array([0.1, 0.1, 0.2])
    assert len(set(np.abs(b - a).tolist())) > 1
    found = p_values(b - a, 1)
    assert (found["wilcoxon"], found["sign-flip"]) == (1.0, 1.0)
    (pair,) = compare_scores(parse("P@10"), "xyz", {"A": a, "B": b}, test="wilcoxon", seed=1).pairs
    assert pair.p["wilcoxon"] == 1.0
    assert (pair.wins, pair.ties, pair.losses) == (2, 0, 1)


def test_every_test_is_the_exact_one_on_random_differences_with_ties() -> None:
    """About a second: each kind of score, tie and zero has to occur. ``benchmarks.significance`` tries 10,000."""
    stream = random.Random(5)  # noqa: S311 - the same in every run
    for seed in range(60):
        twins = random_twins(stream)
        between = differences_of(twins.a, twins.b)
        found, scaled = p_values(between, seed, 499), p_values(np.array(twins.whole, dtype=np.float64), seed, 499)
        assert not list(disagreements(twins, found, 499)), twins
        for key in TESTS:
            assert found[key] == pytest.approx(scaled[key], abs=1e-9), (key, twins)
        assert np.sign(between).tolist() == np.sign(twins.whole).tolist()
        assert effect_size(between) == pytest.approx(effect_size(np.array(twins.whole, dtype=np.float64)), abs=1e-9)


@pytest.mark.parametrize("count", [25, 30, 50])
def test_fifty_topics_with_ties_are_counted_exactly(count: int) -> None:
    stream = random.Random(count)  # noqa: S311 - the same in every run
    for _ in range(5):
        whole = [stream.randint(-4, 6) for _ in range(count)]
        tenths = snapped(np.array([x + 7 for x in whole]) / 10 - 0.7)
        assert swap_p(tenths) == pytest.approx(float(swaps_p(whole)), rel=1e-9)
        assert signed_rank_p(tenths) == pytest.approx(float(ranks_p(whole)), rel=1e-9)


def all_sums(sizes: Floats) -> Floats:
    signs = 1 - 2 * ((np.arange(2 ** len(sizes))[:, None] >> np.arange(len(sizes))) & 1)
    return np.asarray(signs @ sizes, dtype=np.float64)


@pytest.mark.parametrize("count", [25, 28])
def test_differences_without_a_lattice_are_counted_to_a_hundredth(count: int) -> None:
    """The fine lattice against all sums of both halves."""
    stream = np.random.default_rng(count)
    for shift in (0.0, 0.05, 0.1):
        differences = stream.normal(shift, 0.2, count)
        first, second = all_sums(differences[: count // 2]), np.sort(all_sums(differences[count // 2 :]))
        at_least = np.searchsorted(second, abs(differences.sum()) - 1e-9 - first)
        exact = 2 * (len(second) - at_least).sum() / 2.0**count
        assert swap_p(differences) == pytest.approx(exact, rel=1e-2 if exact > 1e-4 else 5e-2)


def test_sizes_are_equal_as_fractions_are() -> None:
    for divisor in range(3, 21):
        for part in range(1, divisor):
            scores = [(Fraction(i, divisor), Fraction(i + part, divisor)) for i in range(divisor - part + 1)]
            a, b = (np.array([float(pair[side]) for pair in scores]) for side in (0, 1))
            assert len(set(differences_of(a, b).tolist())) == 1
            assert (differences_of(a, b) == -differences_of(b, a)).all()
    zero = differences_of(np.array([0.1 + 0.2]), np.array([0.3]))
    assert zero[0] == 0 and not np.signbit(zero[0])
    assert np.isnan(snapped(np.array([np.nan, 0.5]))).tolist() == [True, False]


def test_the_bootstrap_misleads_below_the_number_of_topics_that_is_said() -> None:
    """Type I errors on normal differences: about 15 % with 5 topics, 10 % with 10, under 7 % with enough."""
    drawn = np.random.default_rng(34)

    def errors(topics: int) -> tuple[float, float]:
        differences = drawn.normal(size=(topics, 3_000))
        found = (test(differences, drawn, 499) for test in (shifted_p, studentised_p))
        plain, studentised = (float(np.mean(p <= LEVEL)) for p in found)
        return plain, studentised

    assert 0.13 < errors(5)[0] < 0.19 and errors(5)[1] < 0.06
    assert 0.08 < errors(10)[0] < 0.12 and errors(10)[1] < 0.06
    assert errors(FEWEST_TOPICS)[0] < 0.075


def compared(runs: int, topics: int, measures: int, family: str = "all") -> list[float]:
    """The smallest corrected p of each test in a comparison of runs that differ on every topic."""
    scores = {
        f"r{i}": np.linspace(0.1, 0.2, topics) + 0.01 * i + 0.003 * np.cos(np.arange(topics) * (i + 1))
        for i in range(runs)
    }
    found = [
        compare_scores(parse(f"P@{k + 1}"), list(map(str, range(topics))), scores, test="sign-flip", seed=1)
        for k in range(measures)
    ]
    done = with_holm(found, family)
    return [min(p for m in done for pair in m.pairs if (p := pair.holm[key]) is not None) for key in TESTS]


def test_seventeen_runs_in_four_measures_can_differ() -> None:
    from ireval.comparison.significance import resamples_for

    for comparisons in (544, 12 * 11 // 2 * 8, 50 * 49 // 2):
        assert comparisons / (resamples_for(comparisons) + 1) <= LEVEL / 2
    assert max(compared(5, 40, 2)) < LEVEL


def test_what_cannot_be_found_is_not_called_no_difference() -> None:
    from ireval.messages import say

    scores = {"A": np.full(5, 0.1), "B": np.array([0.5, 0.6, 0.7, 0.8, 0.9])}
    for test in TESTS:
        (measure,) = with_holm([compare_scores(parse("AP"), "vwxyz", scores, test=test, seed=1)])
        said = " ".join(map(say, measure.notes(3)))
        assert "finds no difference" not in said or test in {"paired-t", "bootstrap-t"}
        if test in {"sign-flip", "wilcoxon"}:
            assert (
                "cannot find a difference at 0.05, however large the difference is: the smallest possible p is 0.0625"
                in said
            )
