"""Holm against the closed test that it abbreviates, and Tukey's HSD against all permutations."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ireval.comparison.many_comparisons import (
    UNEVEN_SEED,
    UNEVEN_TOPICS,
    disagreement,
    holm,
    lowest_by_holm,
    randomised_tukey,
    unpaired_tukey,
)
from ireval.comparison.significance import RESAMPLES, sign_flip
from ireval.numbers.arrays import Floats
from tests.ireval.random_lists import given, st

stats = pytest.importorskip("scipy.stats")

SMALL = np.array([[0.2, 0.5, 0.3], [0.1, 0.4, 0.35], [0.6, 0.6, 0.9], [0.3, 0.5, 0.2], [0.0, 0.3, 0.1]])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_is_the_closed_test_by_bonferroni(values: list[float]) -> None:
    """A hypothesis is rejected if every intersection of hypotheses with it is."""
    everything = range(len(values))
    subsets = [s for n in everything for s in itertools.combinations(everything, n + 1)]
    for i, adjusted in holm(dict(enumerate(values))).items():
        closed = max(min(1.0, len(s) * min(values[j] for j in s)) for s in subsets if i in s)
        assert adjusted == pytest.approx(closed)


def test_holm_leaves_out_what_has_no_p_value() -> None:
    assert holm({"a": 0.02, "b": None, "c": 0.5}) == {"a": 0.04, "b": None, "c": 0.5}


def all_permutations(scores: Floats) -> Floats:
    """The p-values of Tukey's test over all ways to give the scores of each topic to the systems."""
    systems = scores.shape[1]
    ranges = []
    for orders in itertools.product(itertools.permutations(range(systems)), repeat=len(scores)):
        means = [sum(row[order[j]] for row, order in zip(scores, orders, strict=True)) for j in range(systems)]
        ranges.append(max(means) - min(means))
    sums = scores.sum(axis=0)
    return np.array([[np.mean(np.array(ranges) >= abs(a - b) - 1e-9) for a in sums] for b in sums])


def test_tukey_agrees_with_all_permutations() -> None:
    found, expected = randomised_tukey(SMALL, seed=1), all_permutations(SMALL)
    spread = np.sqrt(expected * (1 - expected) / RESAMPLES)
    assert (np.abs(found - expected) <= 5 * spread + 2 / RESAMPLES).all()
    assert found.diagonal() == pytest.approx(1.0)
    assert found == pytest.approx(found.T)


def test_tukey_of_two_systems_is_the_sign_flip_test() -> None:
    found = randomised_tukey(SMALL[:, :2], seed=1)[0, 1]
    assert found == pytest.approx(sign_flip(SMALL[:, 1] - SMALL[:, 0], 1), abs=0.02)


def test_tukey_is_reproducible_and_changes_with_the_seed() -> None:
    assert (randomised_tukey(SMALL, 3) == randomised_tukey(SMALL, 3)).all()
    assert (randomised_tukey(SMALL, 3) != randomised_tukey(SMALL, 4)).any()


def independent_permutation(scores: Floats, a: int, b: int) -> float:
    """Tukey's test by topic, written down again: each topic's scores are shuffled, and the largest gap is counted."""
    stream = np.random.default_rng(2012)
    drawn = 40_000
    mixed = stream.permuted(np.broadcast_to(scores, (drawn, *scores.shape)), axis=-1).mean(axis=1)
    gap = abs(scores[:, a].mean() - scores[:, b].mean())
    return float(np.mean(mixed.max(axis=-1) - mixed.min(axis=-1) >= gap - 1e-9))


def test_an_unpaired_test_overlooks_what_a_paired_one_finds() -> None:
    """The trap: topics differ far more than systems, and an unpaired test takes that for chance."""
    unpaired = stats.tukey_hsd(*UNEVEN_TOPICS.T).pvalue
    paired = randomised_tukey(UNEVEN_TOPICS, seed=UNEVEN_SEED)[0, 2]
    assert f"{unpaired[0, 2]:.3f}" == "0.447"
    assert unpaired_tukey(UNEVEN_TOPICS) == pytest.approx(unpaired)
    assert f"{paired:.4f}" == "0.0065"
    assert paired == pytest.approx(independent_permutation(UNEVEN_TOPICS, 0, 2), abs=0.003)
    assert (UNEVEN_TOPICS[:, 2] > UNEVEN_TOPICS[:, 0]).sum() == 9


def test_the_lowest_value_of_each_comparison_is_what_holm_gives_if_it_alone_were_as_small_as_can_be() -> None:
    """Each p-value in turn is replaced by its floor, and Holm's method is applied to all."""
    values = {"a": 0.2, "b": 0.01, "c": 0.03, "d": None, "e": 0.01}
    floors = {"a": 0.125, "b": 0.0001, "c": 0.03, "d": 0.5, "e": 0.4}
    expected = {key: None if p is None else holm(values | {key: min(p, floors[key])})[key] for key, p in values.items()}
    expected["e"] = 1.0  # no test gives less than its floor
    assert lowest_by_holm(values, floors) == pytest.approx(expected)


def test_tests_disagree_if_some_find_a_difference() -> None:
    assert disagreement({"a": 0.0499, "b": 0.05, "c": None}, 0.05) == (["a"], ["b"])
    assert disagreement({"a": 0.0499}, 0.05) is None
    assert disagreement({"a": 0.05, "b": 0.9}, 0.05) is None
    assert disagreement({"a": None}, 0.05) is None


def test_tukey_has_the_smallest_p_where_one_system_is_far_better() -> None:
    """No assignment but 2 of 6^12 is as far out; the assignment itself counts: 1 in 10,000."""
    scores = np.stack([np.linspace(0.1, 0.2, 12), np.linspace(0.5, 0.6, 12), np.linspace(0.9, 1.0, 12)], axis=-1)
    found = randomised_tukey(scores, 1)
    assert found[0, 2] == found[2, 0] == pytest.approx(1 / 10_000)
    assert found[0, 0] == pytest.approx(1)
