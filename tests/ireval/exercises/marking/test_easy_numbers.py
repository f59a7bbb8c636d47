"""Wrong numbers that are easily guessed: impossible ones, those on the sheet, fractions of small numbers, counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import Part, Question, RankedList
from ireval.exercises.marking.easy_numbers import (
    few_numbers,
    guess_reason,
    is_easy,
    is_impossible,
    kind_of_guess,
    shown_on_sheet,
)
from ireval.numbers.typed_number import read_typed
from tests.ireval.exercises.sample_questions import one

#: DCG[1..5] = 2, 2, 3.893, 3.893, 5.185; the sheet shows the ranks 1 to 5 and the grades 2, 0, 3, 0, 3.
TABLE = one("table", "nDCG", list=RankedList("20303", "321"), columns=("DCG", "NDCG"))
#: 17 retrieved documents, 5 of them relevant and 1 unjudged; 8 relevant ones were missed.
LONG = one("number", "AP", list=RankedList("10000u00100100101", "11111111", size=29))


def part(question: Question, name: str) -> Part:
    return next(part for part in question.parts if part.id == name)


def test_a_share_lies_between_0_and_1_and_a_sum_above_0() -> None:
    dcg, ndcg = part(TABLE, "DCG-3"), part(TABLE, "NDCG-3")
    assert [is_impossible(TABLE, ndcg, x) for x in (-0.001, 0, 1, 1 + 1e-12, 1.001)] == [
        True,
        False,
        False,
        False,
        True,
    ]
    assert [is_impossible(TABLE, dcg, x) for x in (-0.001, -1e-12, 0, 1.001, 50)] == [True, False, False, False, False]


def test_a_measure_with_costs_may_be_below_0() -> None:
    question = one("number", "Utility", list=RankedList("10000", "1"), preset="trec_eval")
    assert not is_impossible(question, question.parts[0], -3)


def test_the_sheet_shows_ranks_and_grades() -> None:
    """They are compared with the decimals of the part: 2.0004 is written 2.000."""
    dcg = part(TABLE, "DCG-3")
    shown = {x: shown_on_sheet(TABLE, dcg, x) for x in (0, 1, 2, 2.0004, 2.0006, 3, 4, 5, 6, 3.5)}
    assert [x for x, yes in shown.items() if yes] == [0, 1, 2, 2.0004, 3, 4, 5]
    assert not shown_on_sheet(TABLE, replace(dcg, places=0), 2), "a count is asked for"
    assert not shown_on_sheet(LONG, LONG.parts[0], 1), "there is no table"


@pytest.mark.parametrize(
    ("name", "typed", "kind", "reason"),
    [
        ("NDCG-3", "1.2", "impossible", "impossible-share"),
        ("NDCG-3", "-0.2", "impossible", "impossible-share"),
        ("DCG-3", "-0.200", "impossible", "impossible-below-0"),
        ("DCG-3", "3.000", "copied", "copied-from-sheet"),
        ("DCG-3", "7.000", "guess", "guess"),
        ("DCG-3", "14/2", "guess", "guess"),
        ("DCG-3", "7.1", "guess", "guess"),
        ("DCG-3", "7.10", "", ""),
        ("DCG-3", "71/10", "", ""),
        ("NDCG-3", "0.5", "guess", "guess"),
        ("NDCG-3", "0.51", "", ""),
    ],
)
def test_the_kind_of_a_guess(name: str, typed: str, kind: str, reason: str) -> None:
    asked = part(TABLE, name)
    assert kind_of_guess(TABLE, asked, read_typed(typed)) == kind
    assert not kind or guess_reason(TABLE, asked, kind, read_typed(typed).value).key == reason


def test_with_one_decimal_a_number_with_one_is_no_guess() -> None:
    asked = replace(part(TABLE, "DCG-3"), places=1)
    assert kind_of_guess(TABLE, asked, read_typed("7.1")) == ""
    assert kind_of_guess(TABLE, asked, read_typed("7")) == "guess"
    assert kind_of_guess(TABLE, replace(asked, places=0), read_typed("7")) == ""


def test_quotients_of_two_counts_are_easy() -> None:
    """Counts: 17 ranks, 16 and 8 judged, 24 in all; 5 and 8 relevant, 13 in all; 29 documents. No k, so 1 counts."""
    asked = LONG.parts[0]
    counts = {1, 5, 8, 13, 16, 17, 24, 29}
    easy = {(a, b) for a in range(1, 30) for b in (13, 16, 17, 24, 29) if a < b and is_easy(LONG, asked, a / b)}
    expected = {
        (a, b)
        for a in range(1, 30)
        for b in (13, 16, 17, 24, 29)
        if a < b and (any(a * d == b * c for c in counts for d in counts) or any(a * n % b == 0 for n in range(1, 13)))
    }
    assert easy == expected
    with_cutoff = one("number", "P@14", list=RankedList("10000u00100100101", "11111111", size=29))
    assert is_easy(with_cutoff, with_cutoff.parts[0], 14 / 17) and not is_easy(LONG, asked, 14 / 17)


def test_most_numbers_with_three_decimals_are_not_easy() -> None:
    asked = part(TABLE, "NDCG-3")
    assert [x for x in (0.493, 0.287, 0.712) if is_easy(TABLE, asked, x)] == []
    easy = (float("nan"), float("inf"), -0.2, 1.2, 0.9999, 0.0001, 0.5, 2 / 3, 5 / 12)
    assert all(is_easy(TABLE, asked, x) for x in easy)
    assert is_easy(TABLE, replace(asked, places=1), 0.287) and not is_easy(TABLE, replace(asked, places=2), 0.287)


def test_causes_that_depend_only_on_the_first_ranks_give_few_numbers() -> None:
    def few(measure: str, key: str) -> bool:
        question = one("number", measure, list=RankedList("2030301", "321"))
        return few_numbers(question, question.parts[0], key)

    assert few("nDCG", "other-cutoff=5") and few("nDCG@10", "other-cutoff=5")
    assert not few("nDCG", "other-cutoff=10")
    for key in ("gain=binary", "inverse-rank-as-gain"):
        assert [few(name, key) for name in ("nDCG@1", "nDCG@5", "nDCG@6", "nDCG")] == [True, True, False, False]
    assert not few("nDCG@5", "gain=exponential")
