"""The printed table is the computation on random lists, too; the contract has the awkward ones."""

from __future__ import annotations

from typing import Any

from ireval.contract.checks import FEWEST
from ireval.contract.table_checks import check_table
from ireval.conventions import PRESETS, effective
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import StepTable
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.ireval.random_lists import (
    AWKWARD,
    Typed,
    diverse,
    everything,
    examples,
    given,
    listed,
    overrides,
    presets,
    roundings,
    st,
    typed,
)

SPECS = [str(spec) for spec in everything()]


def check(spec: str, explanation: Explanation, places: int = 3) -> StepTable:
    table = explanation.table(spec, places)
    assert list(check_table(table, f"{explanation.ranking}")) == []
    assert len(list(table.lines())) == table.rows + 3
    return table


def calculations(table: StepTable) -> int:
    """How many cells have a calculation."""
    cells = ((column, i) for column in table.columns for i in range(len(table.cells[column.key])))
    return sum(bool(table.calculation(column, i)) for column, i in cells)


@given(typed() | diverse(), presets, overrides(), roundings, st.data())
@examples(60)
def test_the_table_is_the_computation(
    listing: Typed, preset: str, others: dict[str, Any], rounding: dict[str, Any], data: Any
) -> None:
    """Some spellings each; the contract has every measure."""
    explanation, places = listing.explained(preset, **others | rounding), data.draw(st.integers(0, 8))
    for spec in data.draw(st.lists(st.sampled_from(SPECS), min_size=3, max_size=3)):
        check(spec, explanation, places)


def test_calculations_are_really_printed() -> None:
    """A guard for the test above and for the contract: they would pass if no cell had a calculation."""
    plain, diverse = AWKWARD["the lectures' fifteen"].explained("lillis"), FIFTEEN_DIVERSE.explained("lillis")
    for spec in listed():
        explanation = diverse if spec.measure.needs_subtopics else plain
        assert calculations(explanation.table(spec)) >= FEWEST, spec


#: On subtopics, as long as the lectures' list.
FIFTEEN_DIVERSE = Typed("", "", None, ",".join(["110", "010", "000", "001", "100"] * 3), "011")


def test_no_measure_is_forgotten() -> None:
    assert {parse(spec).measure.name for spec in SPECS} == set(measures())
    assert len(measures()) >= 15


def test_every_preset_is_complete() -> None:
    for preset in PRESETS:
        assert all(value is not None for value in effective(preset).values())
