"""The calculations of a column, which are spelled out for many rows at once, are those of its single rows."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest

from ireval.conventions import effective
from ireval.conventions.discounts import DISCOUNT, LOG10
from ireval.conventions.other_discounts import ONE_PLUS
from ireval.explanation.step_table import StepTable
from ireval.measure import Params, run
from ireval.measure.spelling import Spec, parse
from ireval.numbers.expression import Num, log, spell
from ireval.numbers.number_texts import MOST_CACHED, fixed_texts
from ireval.numbers.row_calculations import Rows, spell_rows
from ireval.ranking.judgements import Ranking
from tests.ireval.random_lists import (
    Typed,
    diverse,
    everything,
    examples,
    given,
    presets,
    roundings,
    st,
    typed,
)

CONVENTIONS = effective("lillis")
SPECS = list(everything())


def alone(table: StepTable, key: str, row: int) -> str:
    """The calculation of a cell, written for its row alone; empty where a sum is that of the row above."""
    column, values = table.measure.column(key), table.computed.columns[key]
    expr = table.expression(column, row)
    if expr is None or (column.rounded and row and values[row] == values[row - 1]):
        return ""
    return spell(expr, float(values[row]), table.shown_places(column))


def check(listed: Typed, spec: Spec, preset: str, rounding: dict[str, Any], places: int) -> None:
    table = listed.explained(preset, **rounding).table(spec, places)
    for column in table.columns:
        by_row = [alone(table, column.key, row) for row in range(table.rows)]
        assert table.calculations(column) == by_row
        assert table.calculations(column, {1, 2}) == [x if i in {1, 2} else "" for i, x in enumerate(by_row)]


@given(typed(), st.sampled_from(SPECS), presets, roundings, st.integers(0, 6))
@examples(80)
def test_of_random_lists(listed: Typed, spec: Spec, preset: str, rounding: dict[str, Any], places: int) -> None:
    check(listed, spec, preset, rounding, places)


@given(diverse(), st.sampled_from(SPECS), presets, roundings, st.integers(0, 6))
@examples(50)
def test_of_lists_with_subtopics(listed: Typed, spec: Spec, preset: str, rounding: dict[str, Any], places: int) -> None:
    check(listed, spec, preset, rounding, places)


@pytest.mark.parametrize("discount", [choice.key for choice in DISCOUNT.choices])
@pytest.mark.parametrize("measure", ["nDCG", "DCG", "alpha_nDCG@20"])
def test_of_each_discount(discount: str, measure: str) -> None:
    """A discount that begins at rank 5 or 10 divides the rows from there on only."""
    listed = Typed("1230" * 5, "31", None, ",".join(["11", "10", "01", "00"] * 5), "11,01")
    check(listed, parse(measure), "trec_eval", {"discount": discount}, 3)


def test_a_discount_may_be_written_in_several_ways() -> None:
    """A sum needs brackets as a divisor, a number and a logarithm do not."""
    mixed = replace(ONE_PLUS, write=lambda rank: log(2, rank) + 1 if rank % 2 else Num(rank))
    rows, gain = [2, 3, 4, 5, 6], Num(3)
    written = [(gain / mixed.write(i + 1)).text(2) for i in rows]
    results = [(gain / mixed.write(i + 1)).value(2) for i in rows]
    kinds = (lambda row: mixed.kinds_to(7)[row],)
    assert spell_rows(lambda row: mixed.applied(gain, row + 1), kinds, rows, results, 2) == written
    assert written[:2] == ["3/(log2(3) + 1)", "3/4"]


def test_kinds_of_ranks() -> None:
    assert LOG10.kinds_to(11) == (0,) * 9 + (9, 9)
    assert ONE_PLUS.kinds_to(2) == (1, 1)


def test_rows_are_shifted_together() -> None:
    rows = Rows([3, 5, 6])
    assert (rows, list((rows + 1).all), list((1 + rows).all), list((rows - 1).all)) == (
        3,
        [4, 6, 7],
        [4, 6, 7],
        [2, 4, 5],
    )


def test_a_long_column_has_as_many_texts_as_rows() -> None:
    """More numbers than are kept, an undefined one among them."""
    values = [i / 1000 for i in range(2 * MOST_CACHED)]
    values[5] = float("nan")
    texts = [str(Decimal(i).scaleb(-3).quantize(Decimal("0.01"), ROUND_HALF_UP)) for i in range(2 * MOST_CACHED)]
    texts[5] = ""
    assert fixed_texts(2).of(values) == texts
    assert fixed_texts(2).of(values[:9]) == texts[:9]
    assert len(fixed_texts(2)) <= 2 * MOST_CACHED


def test_every_rank_of_a_long_list() -> None:
    ranking = Ranking.one([1, 0, 3, 2] * 75, [3, 1])
    for measure in ("nDCG", "AP", "RBP", "ERR", "Bpref"):
        spec = parse(measure)
        table = StepTable(spec, run(spec.measure, ranking, Params(spec.effective(CONVENTIONS))), 3)
        column = next(c for c in table.columns if c.spelled)
        assert table.calculations(column) == [alone(table, column.key, row) for row in range(table.rows)]
