"""What one misconception, or too few decimals, costs in a whole table; points and numbers are computed by hand."""

from __future__ import annotations

from math import log

import pytest

from ireval.exercises import RankedList, mark
from tests.ireval.exercises.sample_questions import one

#: The gains of a list with five ranks, for 12 points.
GAINS = (2, 0, 3, 0, 3)
#: DCG with log2(rank + 1) to three decimals, and with natural logarithms.
CORRECT = ("2.000", "2.000", "3.893", "3.893", "5.185")
NATURAL = tuple(f"{sum(g / log(i + 2) for i, g in enumerate(GAINS[:n])):.3f}" for n in range(1, 6))


def points(*cells: str) -> float:
    question = one("table", "DCG", list=RankedList("20303", "321"), columns=("DCG",))
    assert question.points == 12
    return mark(question, dict(zip((part.id for part in question.parts), cells, strict=True))).points


def test_a_correct_table_earns_all_points() -> None:
    assert points(*CORRECT) == pytest.approx(12)


def test_one_misconception_in_the_whole_table_costs_a_quarter() -> None:
    """A mistake in a single number costs half of its points, and a misconception at most half of that."""
    assert points(*NATURAL) == pytest.approx(12 - 12 / 4)


def test_a_misconception_shows_in_two_different_numbers() -> None:
    """DCG[3] and DCG[5] have more than half of the points, so cell by cell they would cost more than a quarter."""
    assert points("2.000", "2.000", NATURAL[2], "3.893", NATURAL[4]) == pytest.approx(9)


def test_one_wrong_number_costs_half_of_its_points() -> None:
    """A cell without a gain has 1 part of 183, the sums with one have 60 and, as the score, 120."""
    last = 12 * 120 / 183
    assert points(*CORRECT[:4], NATURAL[4]) == pytest.approx(12 - last / 2)


def test_too_few_decimals_everywhere_cost_a_tenth() -> None:
    assert points("2.00", "2.00", "3.89", "3.89", "5.18") == pytest.approx(12 - 1.2)
