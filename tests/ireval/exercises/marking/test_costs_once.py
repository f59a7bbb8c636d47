"""What one misconception, or too few decimals, costs in a whole table; points and numbers are computed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import pytest

from ireval.exercises import Question, RankedList, mark
from tests.ireval.exercises.sample_questions import one

#: The gains of a list with five ranks, for 12 points.
GAINS = (2, 0, 3, 0, 3)
#: DCG with log2(rank + 1) to three decimals, and with natural logarithms.
CORRECT = ("2.000", "2.000", "3.893", "3.893", "5.185")
NATURAL = tuple(f"{sum(g / log(i + 2) for i, g in enumerate(GAINS[:n])):.3f}" for n in range(1, 6))


def points(*cells: str, decimals: int = 3) -> float:
    question = one("table", "DCG", list=RankedList("20303", "321"), columns=("DCG",), decimals=decimals)
    return points_of(question, cells)


def points_of(question: Question, cells: Sequence[str]) -> float:
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


def test_numbers_that_are_easily_guessed_show_a_misconception_if_three_are_different() -> None:
    """With natural logarithms: 2.9, then 5.0, then 6.7. With two, only the cell that follows earns 1 part of 183."""
    assert points("2.9", "2.9", "5.0", "5.0", "6.7", decimals=1) == pytest.approx(9)
    assert points("2.0", "2.0", "5.0", "5.0", "6.7", decimals=1) == pytest.approx(12 * 3 / 183)


def test_a_single_decimal_shows_a_calculation_if_three_numbers_are_different() -> None:
    """P[3], P[4] and P[7] are 0.667, 0.750 and 0.571, and have 1 part of 134 each; half of it is the usual cost."""
    question = one("table", "AP", list=RankedList("1011001", "11"), columns=("P",))
    single = 12 / 134
    for third, cost in (("0.7", 1.5), ("0.667", 2)):
        cells = "1.000", "0.500", third, "0.8", "0.6", "0.5", "0.6", "0.498"
        assert points_of(question, cells) == pytest.approx(12 - cost * single)
