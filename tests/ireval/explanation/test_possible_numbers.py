"""No number that a list has is called impossible, in any measure, column and row; numbers beyond are."""

from __future__ import annotations

import pytest

from ireval import explain
from ireval.explanation.possible_numbers import why_no_count, why_out_of_range
from ireval.explanation.step_table import StepTable
from ireval.measure.registry import measures
from ireval.numbers.typed_number import read_typed

LISTS = (("3200110003", "3221"), ("0", "1"), ("11", ""), ("10-0-1", "2"))


def tables(name: str) -> list[StepTable]:
    measure = measures()[name]
    spelling = f"{name}@{measure.cutoff.default or 2}" if measure.cutoff and measure.cutoff_required else name
    made = [explain(labels, unretrieved=missed, size=50) for labels, missed in LISTS]
    if measure.needs_subtopics:
        made = [explain(subtopics="110,011,000,100,001", unretrieved_subtopics="010")]
    return [one.table(spelling) for one in made]


@pytest.mark.parametrize("name", list(measures()))
def test_what_a_table_has_is_possible(name: str) -> None:
    for table in tables(name):
        for column in table.columns:
            for row, value in enumerate(table.computed.columns[column.key].tolist()[: table.rows]):
                if value != value:
                    continue
                assert why_out_of_range(table, column.key, value, name) is None, (column.key, row)
                for places in (1, 2, 3, 6):
                    typed = read_typed(f"{value:.{0 if column.whole else places}f}")
                    assert why_no_count(table, column.key, row, typed, name) is None, (column.key, row)


@pytest.mark.parametrize("name", [m.name for m in measures().values() if m.bounded])
def test_scores_beyond_0_and_1_are_impossible(name: str) -> None:
    table = tables(name)[0]
    for value in (-0.001, 1.001, 2):
        why = why_out_of_range(table, table.measure.score, value, name)
        assert why and why.key == "impossible-share"


def test_sums_may_be_more_than_1_and_utility_may_be_below_0() -> None:
    found = explain("110", size=10)
    assert why_out_of_range(found.table("AP"), "sum", 7.5, "sum[1]") is None
    assert why_out_of_range(found.table("Utility"), "utility", -7.5, "Utility") is None
    below = why_out_of_range(found.table("DCG"), "DCG", -0.1, "DCG")
    assert below and below.key == "impossible-below-0"


def test_counts_are_whole() -> None:
    table = explain("110").table("P")
    assert why_no_count(table, "found", 1, read_typed("2.0"), "found[2]") is None
    why = why_no_count(table, "found", 1, read_typed("1.5"), "found[2]")
    assert why and why.key == "impossible-count"
