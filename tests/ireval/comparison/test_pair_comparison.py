"""Two systems in one measure: counts, sentences and notes, from numbers that are put in by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ireval.comparison import pair_comparison
from ireval.comparison.pair_comparison import PairComparison, cannot_find, p_text, pair_sentences
from ireval.messages import Message, say

A, B = np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.3, 0.1, 0.3, 0.8])


def pair(better: int = 1, a: Any = A, b: Any = B, **more: Any) -> PairComparison:
    return PairComparison("A", "B", better, np.asarray(a, float), np.asarray(b, float), {}, None, **more)


def said(found: PairComparison, test: str = "paired-t", topics: int = 30) -> dict[str, Message]:
    return {message.key: message for message in pair_sentences(test, topics, found, 3)}


@pytest.mark.parametrize(
    ("better", "outcomes"), [(1, "win loss tie win"), (-1, "loss win tie loss"), (0, "win loss tie win")]
)
def test_the_outcome_on_each_topic(better: int, outcomes: str) -> None:
    found = pair(better)
    assert found.outcomes == outcomes.split()
    assert (found.wins, found.ties, found.losses) == tuple(outcomes.split().count(x) for x in ("win", "tie", "loss"))
    assert found.mean_difference == pytest.approx((0.2 - 0.1 + 0.4) / 4)


@pytest.mark.parametrize(
    ("better", "a", "b", "key", "values"),
    [
        (1, A, B, "pair-unclear", {"first": "B", "second": "A"}),
        (1, B, A, "pair-unclear", {"first": "A", "second": "B"}),
        (-1, A, B, "pair-unclear", {"first": "A", "second": "B"}),
        (0, A, B, "pair-mean-of-neither", {"first": "B", "second": "A"}),
        (0, B, A, "pair-mean-of-neither", {"first": "A", "second": "B"}),
        (1, A, A[::-1], "pair-mean-equal", {}),
        (0, A, A[::-1], "pair-mean-equal", {}),
    ],
)
def test_which_mean_is_better(better: int, a: Any, b: Any, key: str, values: dict[str, str]) -> None:
    found = said(pair(better, a, b))
    assert values.items() <= found[key].values.items()
    assert ("pair-tally" in found) == (better != 0)
    assert not {"pair-clear", "pair-unclear", "pair-mean-of-neither", "pair-mean-equal"} - {key} & set(found)


def test_the_result_of_the_test_in_use() -> None:
    for p, key, text in ((0.0499, "test-finds-difference", "p = 0.0499"), (0.05, "test-finds-none", "p = 0.0500")):
        found = said(pair(holm={"paired-t": p}))
        assert found[key].values["p"] == text and found[key].values["corrected"] == ""
        assert found[key].values["level"] == 0.05
    assert said(pair(holm={"paired-t": 1e-7}))["test-finds-difference"].values["p"] == "p < 0.0001"
    family = said(pair(holm={"paired-t": 0.01}, comparisons=2))["test-finds-difference"].values["corrected"]
    assert isinstance(family, Message) and (family.key, family.values["count"]) == ("p-by-holm", 2)
    assert not {"test-finds-none", "test-finds-difference"} & set(said(pair(a=A, b=A, holm={"paired-t": 1.0})))
    assert not {"test-finds-none", "test-finds-difference"} & set(said(pair(holm={"paired-t": None})))


def test_a_test_that_cannot_find_a_difference_says_so() -> None:
    able, unable = (pair(holm={"sign-flip": 0.2}, lowest={"sign-flip": x}) for x in (0.0499, 0.05))
    assert (cannot_find("sign-flip", able), cannot_find("sign-flip", unable)) == (False, True)
    assert not cannot_find("paired-t", unable), "nothing is known of it"
    assert not cannot_find("sign-flip", pair(a=A, b=A, lowest={"sign-flip": 1.0})), "there is no difference"
    found = said(unable, "sign-flip", 4)
    values = found["test-cannot-find"].values
    assert (values["topics"], values["ties"], values["lowest"]) == (4, 1, "0.0500")
    assert "more-topics-needed" in found and "test-finds-none" not in found
    several = said(pair(holm={"sign-flip": 0.2}, lowest={"sign-flip": 0.05}, comparisons=2), "sign-flip")
    assert "smaller-family-or-more-topics" in several and "more-topics-needed" not in several
    assert pair_comparison.test_note("sign-flip", unable) == "cannot find a difference here"
    assert pair_comparison.test_note("sign-flip", able) == ""


def test_the_bootstrap_is_noted_where_it_misleads() -> None:
    few, many = np.zeros(24), np.zeros(25)
    assert (
        pair_comparison.test_note("bootstrap", pair(a=few, b=few, holm={"bootstrap": 0.5}))
        == "too small with 24 topics"
    )
    assert pair_comparison.test_note("bootstrap", pair(a=many, b=many, holm={"bootstrap": 0.5})) == ""
    assert pair_comparison.test_note("bootstrap", pair(a=few, b=few, holm={"bootstrap": None})) == ""
    assert pair_comparison.test_note("bootstrap", pair(a=few, b=few)) == ""
    assert pair_comparison.test_note("paired-t", pair(a=few, b=few, holm={"paired-t": 0.5})) == ""


def test_disagreement_is_named_with_both_sides() -> None:
    holm = {"sign-flip": 0.04, "paired-t": 0.06, "wilcoxon": 0.05}
    found = said(pair(holm=holm))["tests-disagree"].values
    assert (found["number"], found["rest"], found["level"]) == (1, 2, 0.05)
    assert found["finding"] == ["sign-flip randomisation"] and found["others"] == ["paired t", "Wilcoxon"]
    assert "tests-disagree" not in said(pair(holm={"sign-flip": 0.04, "paired-t": 0.01}))
    tukey = said(pair(holm={"sign-flip": 0.04}, tukey=0.3))["tests-disagree"].values
    assert tukey["others"] == ["randomised Tukey HSD"]
    unable = pair(holm={"sign-flip": 0.2, "paired-t": 0.01}, lowest={"sign-flip": 0.2})
    found = said(unable)
    assert "tests-disagree" not in found, "a test that cannot find a difference does not disagree"
    assert found["tests-cannot-find"].values["tests"] == ["sign-flip randomisation"]
    assert "tests-cannot-find" not in said(unable, "sign-flip"), "that of the test in use was said before"
    assert "tests-cannot-find" not in said(pair(holm={"sign-flip": 0.2, "paired-t": 0.05}, lowest={"sign-flip": 0.2}))


def test_a_misleading_test_is_named_where_it_matters() -> None:
    split = {"bootstrap": 0.01, "paired-t": 0.2}
    assert said(pair(holm=split), topics=24)["test-finds-too-often"].values["fewest"] == 25
    assert "test-finds-too-often" not in said(pair(holm=split), topics=25)
    agreed = {"bootstrap": 0.01, "paired-t": 0.02}
    assert "test-finds-too-often" not in said(pair(holm=agreed), topics=24), "another test finds it, too"
    assert "test-finds-too-often" in said(pair(holm=agreed), "bootstrap", topics=24), "it is the test in use"
    others = pair(holm=agreed | {"sign-flip": 0.2}, lowest={"sign-flip": 0.2})
    assert "test-finds-too-often" in said(others, topics=24)
    assert "test-finds-too-often" not in said(pair(holm={"bootstrap": 0.05, "paired-t": 0.01}), topics=24)


def test_numbers_that_are_missing_have_a_reason() -> None:
    one = said(pair(a=[0.1], b=[0.2]), topics=1)
    assert "one-topic-is-no-test" in one and "same-difference-everywhere" not in one
    two = said(pair(a=[0.1, 0.2], b=[0.2, 0.3]), topics=2)
    assert "same-difference-everywhere" in two and "one-topic-is-no-test" not in two
    assert "no-difference-anywhere" in said(pair(a=[0.1, 0.2], b=[0.1, 0.2]), topics=2)
    assert not {"one-topic-is-no-test", "same-difference-everywhere", "no-difference-anywhere"} & set(said(pair()))


def test_p_values_have_four_decimals() -> None:
    assert [p_text(p) for p in (0.5, 0.04271, 0.0001, 0.00009, 0.0)] == [
        "0.5000",
        "0.0427",
        "0.0001",
        "< 0.0001",
        "< 0.0001",
    ]


@pytest.mark.parametrize(
    ("p", "more", "better", "text"),
    [
        (0.998, {}, 1, "No clear winner: B 0.400, A 0.275 (p = 0.998, 30 topics)."),
        (0.05, {}, 1, "No clear winner: B 0.400, A 0.275 (p = 0.050, 30 topics)."),
        (0.0499, {}, 1, "B is better: B 0.400, A 0.275 (p = 0.0499, 30 topics)."),
        (0.0499, {}, -1, "A is better: A 0.275, B 0.400 (p = 0.0499, 30 topics)."),
        (1e-7, {}, 1, "B is better: B 0.400, A 0.275 (p < 0.0001, 30 topics)."),
        (0.01, {"comparisons": 3}, 1, "B is better: B 0.400, A 0.275 (p = 0.010 corrected, 30 topics)."),
        (0.01, {"lowest": {"paired-t": 0.06}}, 1, "No clear winner: B 0.400, A 0.275 (p = 0.010, 30 topics)."),
        (None, {}, 1, "No clear winner: B 0.400, A 0.275 (30 topics)."),
        (0.01, {}, 0, "Means: B 0.400, A 0.275 (p = 0.010, 30 topics)."),
    ],
)
def test_the_first_sentence_names_a_winner_only_if_the_test_finds_one(
    p: float | None, more: dict[str, Any], better: int, text: str
) -> None:
    low, high = [0.1, 0.3, 0.4, 0.3], [0.3, 0.2, 0.4, 0.7]
    found = pair(better, low, high, holm={"paired-t": p}, **more)
    assert say(next(pair_sentences("paired-t", 30, found, 4))) == text


def test_means_of_which_one_is_better_look_different() -> None:
    low, high = [0.1, 0.3], [0.1001, 0.3002]
    clear, unclear = (pair(1, low, high, holm={"paired-t": p}) for p in (0.01, 0.998))
    text = "B is better: B 0.2002, A 0.2000 (p = 0.010, 2 topics)."
    assert say(next(pair_sentences("paired-t", 2, clear, 3))) == text
    text = "No clear winner: B 0.200, A 0.200 (p = 0.998, 2 topics)."
    assert say(next(pair_sentences("paired-t", 2, unclear, 3))) == text
