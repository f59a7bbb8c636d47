"""Which wrong numbers leave something to calculate, and what a solution says; numbers are computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import RankedList
from ireval.exercises.marking.carried_errors import leaves_calculation
from ireval.exercises.marking.free_numbers import free_solution, tolerance_ends
from ireval.exercises.question.question import TEXT, FreeNumber
from tests.ireval.exercises.sample_questions import one


@pytest.mark.parametrize(
    ("value", "leaves"), [(0, True), (1, True), (2, True), (2.001, False), (5, False), (-0.1, False)]
)
def test_a_number_in_place_of_0_is_at_most_the_largest_of_its_column(value: float, leaves: bool) -> None:
    """DCG of the grades 0 and 2 is 0 and 2 / log2(2) = 2."""
    question = one("table", "DCG", list=RankedList("02", "1"), columns=("DCG",))
    part = next(part for part in question.parts if part.at == ("DCG", 0))
    assert part.value == 0
    assert leaves_calculation(part, value, question.tables[0]) is leaves


@pytest.mark.parametrize(("value", "leaves"), [(0.199, False), (0.2, True), (20, True), (20.01, False), (-2, False)])
def test_another_number_is_between_a_tenth_and_ten_times_the_correct_one(value: float, leaves: bool) -> None:
    question = one("table", "DCG", list=RankedList("02", "1"), columns=("DCG",))
    part = next(part for part in question.parts if part.at == ("DCG", 1))
    assert part.value == 2
    assert leaves_calculation(part, value, question.tables[0]) is leaves


def test_a_solution_is_the_calculation_where_there_is_one() -> None:
    part = one("number", "P@5", list=RankedList("10100", "1")).parts[0]
    calculated = FreeNumber(0.4, 0.4, calculation="2/5")
    assert free_solution(replace(part, free=calculated)).key == "solution-calculation"
    assert free_solution(replace(part, free=FreeNumber(0.4, 0.4))).key == "solution-number"
    assert free_solution(replace(part, kind=TEXT, free=None)).key == "solution-model-answer"
    assert free_solution(replace(part, kind=TEXT, free=None, right="")).key == "solution-by-hand"


def test_an_own_number_has_ends_where_there_is_a_tolerance() -> None:
    assert tolerance_ends(FreeNumber(0.4, 0.4)) == []
    assert tolerance_ends(FreeNumber(0.1, 0.3)) == ["0.1", "0.3"]


def test_nothing_of_no_table_is_0() -> None:
    question = one("table", "DCG", list=RankedList("02", "1"), columns=("DCG",))
    part = next(part for part in question.parts if part.at == ("DCG", 0))
    assert not leaves_calculation(part, 0, None)
