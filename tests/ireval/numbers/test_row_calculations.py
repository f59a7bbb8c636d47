"""Calculations of many rows: each is printed as if it were the only one, with as few decimals as it needs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ireval.numbers.expression import Expr, Num, log, maximum, minimum
from ireval.numbers.row_calculations import CachedCalculation, CellNumbers, Each, Rows, joined, numbers, spell_rows

FOUND = np.array([1.0, 1.0, 2.0, 3.0, 3.0])
RANKS = np.array([1.0, 2.0, 3.0, 4.0, 5.0])


def precision(row: int) -> Expr:
    return numbers(FOUND, row) / numbers(RANKS, row)


def test_rows_of_the_same_form_are_written_together() -> None:
    asked: list[object] = []

    def write(row: int) -> Expr:
        asked.append(row)
        return precision(row)

    assert spell_rows(write, (), [0, 2, 4], [1, 2 / 3, 0.6], 3) == ["1/1", "2/3", "3/5"]
    assert len(asked) == 1 and isinstance(asked[0], Rows) and asked[0].all == [0, 2, 4]
    assert spell_rows(write, None, [0, 2, 4], [1, 2 / 3, 0.6], 3) == ["1/1", "2/3", "3/5"]
    assert asked[1:] == [0, 2, 4]


def test_rows_of_different_kinds_are_written_apart_and_stand_in_their_order() -> None:
    def write(row: int) -> Expr | None:
        if row == 3:
            return None
        return Num(0) if row % 2 else precision(row)

    kinds = joined((lambda row: row % 2,), (lambda row: row == 3,))
    expected = ["1/1", "0", "2/3", "", "3/5"]
    assert spell_rows(write, kinds, range(5), [1, 0, 2 / 3, 0, 0.6], 3) == expected
    assert spell_rows(write, None, range(5), [1, 0, 2 / 3, 0, 0.6], 3) == expected
    assert spell_rows(lambda _: None, (), [0, 1], [0, 0], 3) == ["", ""]
    assert spell_rows(write, (), [], [], 3) == spell_rows(write, kinds, [], [], 3) == []


def test_only_the_rows_that_need_it_get_more_decimals() -> None:
    """1.0049 + 2.0049 is 3.0098: with two decimals 1.00 + 2.00 = 3.00, but the result is 3.01; a third decimal helps.
    1.00451 + 2.00049 is 3.005, so 3.01: 1.005 + 2.000 = 3.005 does, too.
    """
    left, right = np.array([1.25, 1.0049, 1.00451]), np.array([2.5, 2.0049, 2.00049])

    def write(row: int) -> Expr:
        return numbers(left, row) + numbers(right, row)

    expected = ["1.25 + 2.50", "1.005 + 2.005", "1.005 + 2.000"]
    results = (left + right).tolist()
    assert spell_rows(write, (), [0, 1, 2], results, 2) == expected
    assert spell_rows(write, None, [0, 1, 2], results, 2) == expected
    assert spell_rows(write, (), [0], results[:1], 2) == expected[:1]


def test_a_calculation_that_never_gives_its_result_has_twelve_decimals() -> None:
    thirds = np.array([1 / 3, 2 / 3])
    expected = ["0.333333333333", "0.666666666667"]
    assert spell_rows(lambda row: numbers(thirds, row), (), [0, 1], [0.5, 0.25], 2) == expected
    assert spell_rows(lambda row: numbers(thirds, row), None, [0, 1], [0.5, 0.25], 2) == expected


def test_rows_are_moved_together() -> None:
    """A running sum starts from the cell above."""
    sums = np.array([1.0, 3.0, 6.0, 10.0])

    def write(row: int) -> Expr:
        return numbers(sums, row - 1) + numbers(RANKS, row)

    assert spell_rows(write, (), [1, 2, 3], sums[1:].tolist(), 2) == ["1 + 2", "3 + 3", "6 + 4"]
    assert (Rows([1, 3]) + 2).all == (2 + Rows([1, 3])).all == [3, 5]
    assert (Rows([1, 3]) - 1).all == [0, 2]
    assert Rows([1, 3]) > 0 and not Rows([1, 3]) > 1, "the first row is compared"


def test_functions_and_parts_that_are_the_same_in_every_row() -> None:
    """max(1, 2) * 0.5 and max(2, 2) * 0.5, and a logarithm for each row."""

    def write(row: int) -> Expr:
        return maximum([numbers(FOUND, row), Num(2)]) * 0.5 - minimum(numbers(RANKS, row), 4)

    expected = ["max(1, 2)*0.50 - min(2, 4)", "max(3, 2)*0.50 - min(5, 4)"]
    assert spell_rows(write, (), [1, 4], [1 - 2, 1.5 - 4], 2) == expected
    logs = [CachedCalculation(log(2, n)) for n in (4, 8, 16)]

    def discounted(row: int) -> Expr:
        return Num(3) / Each([logs[i] for i in row.all] if isinstance(row, Rows) else [logs[row]])

    assert spell_rows(discounted, (), [0, 1, 2], [1.5, 1, 0.75], 2) == ["3/log2(4)", "3/log2(8)", "3/log2(16)"]
    assert spell_rows(lambda _: Num(6) / log(2, 4), (), [0, 1], [3, 3], 2) == ["6/log2(4)"] * 2
    assert spell_rows(lambda _: Num(1) - 0.25, (), [0, 1], [0.75, 0.75], 2) == ["1 - 0.25"] * 2


def test_sums_for_each_row_have_brackets_where_one_has() -> None:
    sums = [CachedCalculation(Num(1) + n) for n in (2, 4)]
    halves = spell_rows(lambda row: Each([sums[i] for i in row.all]) / 2, (), [0, 1], [1.5, 2.5], 1)  # type: ignore[attr-defined]
    assert halves == ["(1 + 2)/2", "(1 + 4)/2"]


@pytest.mark.parametrize("places", [0, 1, 2])
def test_numbers_may_have_decimals_of_their_own(places: int) -> None:
    """Cells that a convention rounds are printed with their decimals, and whole numbers without."""
    cells = CellNumbers(np.array([1.24, 2.0, 0.36]), places, "sum")
    shown = {0: ["1", "2", "0"], 1: ["1.2", "2", "0.4"], 2: ["1.24", "2", "0.36"]}[places]
    assert spell_rows(cells, None, [0, 1, 2], [float(x) for x in shown], 4) == shown
    assert spell_rows(cells, (), [0, 1, 2], [float(x) for x in shown], 4) == shown
    assert [n.cell for n in cells(-1).numbers()] == [("sum", 2)]
    assert [n.cell for n in cells(0).numbers()] == [("sum", 0)]
    assert cells(2).value(4) == pytest.approx(float(shown[2]))


def test_large_numbers_are_printed_as_exactly_as_alone() -> None:
    """Above 2^53 / 10^12, about 9007, a float has fewer than twelve exact decimals."""
    large = np.array([123456.785, -99999.5, 0.125])
    expected = ["123456.785", "-99999.5", "0.125"]
    for kinds in (None, ()):
        texts = spell_rows(lambda row: numbers(large, row) * 1, kinds, [0, 1, 2], large.tolist(), 3)
        assert [text.partition("*")[0].rstrip("0") for text in texts] == expected


def test_the_row_without_a_number_has_no_text() -> None:
    assert math.isnan(numbers(np.array([np.nan]), 0).number)  # type: ignore[attr-defined]
    assert joined(None, ()) is None and joined((), None) is None
    assert joined((), ()) == []
