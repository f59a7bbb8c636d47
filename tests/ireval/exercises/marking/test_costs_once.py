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


#: The shares of the cells of DCG and nDCG, of 379 in all: 1 for a copied sum, 8 for a fraction of labels, else 60, and
#: 120 for the score. NDCG[3] = 0.493, NDCG[4] = 0.438.
UNIT = 12 / 379


def quotients(**typed: str) -> dict[str, float]:
    """The points of the table, and of the cells that are typed; all others are correct."""
    question = one("table", "nDCG", preset="kth", list=RankedList("20303", "321"), columns=("DCG", "NDCG"))
    answers = {part.id: part.right for part in question.parts} | {k.replace("_", "-"): x for k, x in typed.items()}
    marked = mark(question, answers)
    return {"": marked.points} | {key: marked.part(key.replace("_", "-")).points for key in typed}


def test_one_decimal_in_two_numbers_may_be_a_guess() -> None:
    assert quotients(NDCG_3="0.5", NDCG_4="0.4") == pytest.approx({"": 12 - 120 * UNIT, "NDCG_3": 0, "NDCG_4": 0})


def test_one_decimal_in_three_numbers_is_a_habit() -> None:
    """They have 180 shares, and lose a tenth of the 12 points together."""
    each = 60 * UNIT - 0.4
    found = quotients(DCG_3="3.9", NDCG_3="0.5", NDCG_4="0.4")
    assert found == pytest.approx({"": 10.8, "DCG_3": each, "NDCG_3": each, "NDCG_4": each})


def test_two_decimals_earn_half_of_what_is_worth_little() -> None:
    assert quotients(NDCG_2="0.33") == pytest.approx({"": 12 - 4 * UNIT, "NDCG_2": 4 * UNIT})
    found = quotients(NDCG_3="0.49", NDCG_4="0.4")
    assert found == pytest.approx({"": 12 - 90 * UNIT, "NDCG_3": 30 * UNIT, "NDCG_4": 0})


def test_a_table_with_one_cell_costs_what_the_cell_costs() -> None:
    """The score alone has all 12 points; two decimals earn half of them."""
    question = one("number", "nDCG", preset="kth", list=RankedList("20303", "321"))
    assert mark(question, {"score": "0.53"}).points == 6


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
