"""What every measure promises, whatever the list and the conventions: its printed table is its computation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ireval.conventions import PRESETS, effective
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import StepTable
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.ireval.random_lists import (
    AWKWARD,
    DIVERSE,
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

FUNCTIONS: dict[str, Any] = {
    "__builtins__": {},
    "log2": math.log2,
    "log10": math.log10,
    "log5": lambda x: math.log(x, 5),
    "ln": math.log,
    "sqrt": math.sqrt,
    "min": min,
    "max": max,
}
SPECS = [str(spec) for spec in everything()]


def evaluated(calculation: str) -> float:
    """What Python itself makes of a printed calculation."""
    return float(eval(calculation, FUNCTIONS))  # noqa: S307 - the point of the test; the text is our own


def shows(text: str, value: float) -> bool:
    """Whether ``text`` is how ``value`` is printed with that many decimals."""
    places = len(text.partition(".")[2])
    unit: float = 10.0**-places
    return abs(value - float(text)) <= unit / 2 + 1e-9


def check_calculations(table: StepTable) -> int:
    """Every calculation printed in a cell gives that cell; the number of them."""
    count = 0
    for column in table.measure.columns:
        for i, cell in enumerate(table.cells[column.key]):
            calculation = table.calculation(column, i)
            if not calculation:
                continue
            assert cell, f"{column.key} of row {i + 1} is empty but calculated as {calculation}"
            assert shows(cell, evaluated(calculation)), f"{column.key} of row {i + 1}: {calculation} is not {cell}"
            count += 1
    return count


def check_last_line(table: StepTable) -> None:
    """The last line's calculation gives the score, and the score is the cell it says it is read from."""
    spec, computed = table.spec, table.computed
    assert table.final.startswith(f"{spec} = ")
    middle = table.final.removeprefix(f"{spec} = ").removesuffix(f" ({table.remark})").split(" = ")
    assert middle[-1] == table.result
    score = float(computed.score)
    if math.isnan(score):
        assert (table.value, table.result) == (None, "not defined")
        assert table.remark, "nobody says why it is not defined"
        assert len(middle) == 1
        return
    for calculation in middle[:-1]:
        assert shows(table.result, evaluated(calculation)), table.final
    cell = float(computed.columns[spec.measure.score][table.score_row - 1]) if table.score_row else math.nan
    if math.isnan(cell):
        assert score == 0
        assert computed.table.p.no_relevant == "score-0"
        assert spec.measure.has_no_relevant(computed.table).all()
    else:
        assert score == cell
        assert table.cells[spec.measure.score][table.score_row - 1] == table.result
    assert math.isfinite(score)
    assert score >= 0


def check_text(table: StepTable) -> None:
    """No table shows what a computer calls undefined, and its lines stand in columns."""
    shown = [cell for cells in table.cells.values() for cell in cells]
    assert not {"nan", "inf", "-inf", "None", "-0", "-0.000"} & set(shown)
    lines = list(table.lines())
    assert len(lines) == table.rows + 3
    assert not any(word in line.split() for line in lines for word in ("nan", "inf", "None"))


def check(spec: str, explanation: Explanation, places: int = 3) -> StepTable:
    table = explanation.table(spec, places)
    check_calculations(table)
    check_last_line(table)
    check_text(table)
    return table


@pytest.mark.parametrize("measure", measures())
@given(typed() | diverse(), presets, overrides(), st.data())
def test_the_table_is_the_computation(
    measure: str, listing: Typed, preset: str, others: dict[str, Any], data: Any
) -> None:
    spec = data.draw(st.sampled_from([s for s in SPECS if parse(s).measure.name == measure]))
    explanation = listing.explained(preset, **others | data.draw(roundings))
    check(spec, explanation, data.draw(st.integers(0, 8)))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("listing", [*AWKWARD.values(), *DIVERSE.values()], ids=[*AWKWARD, *DIVERSE])
def test_awkward_lists(listing: Typed, preset: str) -> None:
    explanation = listing.explained(preset)
    for spec in SPECS:
        check(spec, explanation)


@pytest.mark.parametrize("mode", ["columns", "carried"])
@pytest.mark.parametrize("preset", PRESETS)
def test_rounding_on_the_way(preset: str, mode: str) -> None:
    for decimals in range(4):
        for listing in (AWKWARD["the lectures' fifteen"], FIFTEEN_DIVERSE):
            explanation = listing.explained(preset, rounding=mode, decimals=decimals)
            for spec in map(str, listed()):
                check(spec, explanation)


def test_calculations_are_really_printed() -> None:
    """A guard for the tests above: they would pass if no cell had a calculation."""
    plain, diverse = AWKWARD["the lectures' fifteen"].explained("lillis"), FIFTEEN_DIVERSE.explained("lillis")
    for spec in listed():
        explanation = diverse if spec.measure.needs_subtopics else plain
        assert check_calculations(explanation.table(spec)) >= FEWER.get(spec.measure.name, 11), spec


#: Calculations of measures that have one only where a document is relevant, or none a rank.
FEWER = {"Bpref": 5, "IPrec3": 6, "P_IA": 8}
FIFTEEN_DIVERSE = Typed("", "", None, ",".join(["110", "010", "000", "001", "100"] * 3), "011")


@given(typed() | diverse(), presets, overrides(), st.booleans(), st.integers(0, 3))
@examples(200)
def test_bounded_measures_stay_between_0_and_1(
    listing: Typed, preset: str, others: dict[str, Any], rounded: bool, decimals: int
) -> None:
    """Also where quotients of rounded cells are taken. Only sums rounded at every step can outgrow the ideal's."""
    rounding = {"rounding": "columns", "decimals": decimals} if rounded else {"rounding": "exact"}
    explanation = listing.explained(preset, **others | rounding)
    for spec in SPECS:
        value = explanation.value(spec)
        if parse(spec).measure.bounded and value is not None:
            assert 0 <= value <= 1 + 1e-12, spec


def test_no_measure_is_forgotten() -> None:
    assert {parse(spec).measure.name for spec in SPECS} == set(measures())
    assert len(measures()) >= 15


def test_every_preset_is_complete() -> None:
    for preset in PRESETS:
        assert all(value is not None for value in effective(preset).values())


def test_columns_are_those_declared() -> None:
    explanation = AWKWARD["all grades"].explained()
    for spec in SPECS:
        computed = explanation.compute(spec)
        assert list(computed.columns) == [c.key for c in computed.measure.columns]
        assert {np.shape(column) for column in computed.columns.values()} == {(explanation.table(spec).rows,)}
