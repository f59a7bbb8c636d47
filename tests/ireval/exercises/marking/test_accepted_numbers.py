"""The correct numbers of a part, exact, rounded on the way, and as the source prints them; all computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import Part, Question, RankedList
from ireval.exercises.marking.accepted_numbers import (
    CorrectNumbers,
    Near,
    accepted_interval,
    cut_off,
    decimals_on_the_way,
    half_unit,
    is_accepted,
    printed_numbers,
    reached,
)
from ireval.exercises.question.question import FreeNumber
from tests.ireval.exercises.sample_questions import one

GAINS = RankedList("20303", "321")


def table(decimals: int, preset: str = "lillis") -> Question:
    return one("table", "nDCG", list=GAINS, columns=("DCG", "IDCG", "NDCG"), decimals=decimals, preset=preset)


def part(question: Question, name: str) -> Part:
    return next(part for part in question.parts if part.id == name)


def test_numbers_reached_by_rounding_on_the_way_are_accepted() -> None:
    """DCG[5] = 3.89279 + 3/2.32193 = 5.18482. With two decimals 3.89 + 3/2.33 is the least, 3.9 + 3/2.32 the most."""
    question = table(2)
    asked = part(question, "DCG-5")
    assert accepted_interval(question, asked) == pytest.approx((5.18, 5.19))
    typed = {x: is_accepted(question, asked, x) for x in (5.1749, 5.175, 5.18, 5.19, 5.195, 5.1951)}
    assert [x for x, yes in typed.items() if yes] == [5.175, 5.18, 5.19, 5.195]


def test_a_correct_whole_number_stands_alone() -> None:
    question = table(3)
    asked = replace(part(question, "DCG-1"), places=0)
    assert accepted_interval(question, asked) == (2, 2)
    assert [is_accepted(question, asked, x) for x in (2, 2.1, 1.9)] == [True, False, False]
    assert reached(question, asked) is None


def test_intermediate_results_have_two_decimals_or_more() -> None:
    assert [decimals_on_the_way(table(decimals)) for decimals in (0, 1, 2, 3)] == [2, 2, 2, 3]


def test_half_a_unit_of_the_last_decimal() -> None:
    asked = part(table(3), "NDCG-3")
    assert [half_unit(replace(asked, places=places)) for places in (0, 1, 2, 3)] == [0.5, 0.05, 0.005, 0.0005]
    assert half_unit(replace(asked, value=2.0, places=0)) == 0
    assert half_unit(replace(asked, value=2.0, places=1)) == 0.05


def test_near_numbers() -> None:
    assert [Near(0.5, 0.01).holds(x) for x in (0.4899, 0.49, 0.5, 0.51, 0.5101)] == [False, True, True, True, False]
    assert Near(0.3, 0.0).holds(0.1 + 0.2) and not Near(0.3, 0.0).holds(0.301)


def test_the_numbers_that_a_source_prints() -> None:
    """The lecture divides 3.9 by 7.9: 0.49367, printed 0.49 or 0.494; cut off it is 0.49 or 0.493."""
    question = table(3)
    assert printed_numbers(question, part(question, "DCG-3")) == [Near(3.9, 0)], "a cell with one decimal"
    found = printed_numbers(question, part(question, "NDCG-3"))
    assert [near.value for near in found] == pytest.approx([3.9 / 7.9, 0.49, 0.49, 0.494, 0.493])
    assert [near.slack for near in found] == [0.0005, 0, 0, 0, 0]
    exact = printed_numbers(question, part(question, "NDCG-1"))  # 2/3 either way, so it is not cut off
    assert [near.value for near in exact] == pytest.approx([2 / 3, 0.67, 0.667])
    correct = CorrectNumbers.of(question, part(question, "NDCG-3"))
    typed = {x: correct.holds(x) for x in (0.48, 0.49, 0.492, 0.493, 0.494, 0.496, 0.5)}
    assert [x for x, yes in typed.items() if yes] == [0.49, 0.493, 0.494]


def test_a_score_alone_is_printed_with_the_decimals_that_are_asked_for() -> None:
    """nDCG is 5.2/9.8 = 0.53061 in the lecture, exactly 0.53155."""
    question = one("number", "nDCG@5", list=GAINS)
    found = printed_numbers(question, question.parts[0])
    assert [near.value for near in found] == pytest.approx([5.2 / 9.8, 0.531, 0.53])
    assert [near.slack for near in found] == [0.0005, 0, 0]


def test_most_sources_print_nothing_else() -> None:
    other = table(3, "trec_eval")
    assert printed_numbers(other, part(other, "NDCG-3")) == []
    lecture = table(3)
    asked = part(lecture, "NDCG-3")
    assert printed_numbers(lecture, replace(asked, free=FreeNumber(0.4, 0.5))) == []
    assert printed_numbers(lecture, replace(asked, places=0)) == []
    gain = one("number", "CG@5", list=GAINS)
    assert printed_numbers(gain, replace(gain.parts[0], places=2)) == [], "sums of grades are whole numbers"


def test_a_free_number_has_its_own_bounds() -> None:
    question = table(3)
    asked = replace(part(question, "NDCG-3"), free=FreeNumber(0.4, 0.6))
    assert reached(question, asked) == (0.4, 0.6)


@pytest.mark.parametrize(
    ("value", "places", "rest"), [(0.29, 2, 0.29), (0.2999, 2, 0.29), (5.999, 0, 5), (2 / 3, 3, 0.666)]
)
def test_further_decimals_are_cut_off(value: float, places: int, rest: float) -> None:
    assert cut_off(value, places) == rest
