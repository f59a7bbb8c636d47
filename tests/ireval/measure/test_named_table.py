"""The second pass: what a measure computes is what its table prints, because there is no second place to say it."""

from __future__ import annotations

import numpy as np
import pytest

from ireval.conventions import effective
from ireval.explanation.step_table import StepTable
from ireval.measure import Column, Measure, Params, Table, run
from ireval.measure.spelling import Spec
from ireval.numbers.worked_number import worked
from ireval.ranking.judgements import Ranking


def trial(compute_columns: object, **more: object) -> Measure:
    columns = (Column("found", "found so far", whole=True), Column("x", "a trial", spelled=True))
    return Measure(
        name="Trial",
        title="trial",
        sentence="A trial.",
        formula=lambda _: "x",
        where=(("x", "a trial"),),
        columns=columns,
        compute=compute_columns,  # type: ignore[arg-type]
        score="x",
        source="this test",
        variants={},
        **more,  # type: ignore[arg-type]
    )


def table(measure: Measure, labels: list[int]) -> StepTable:
    spec = Spec(measure, {}, "Trial")
    return StepTable(spec, run(measure, Ranking.one(labels, []), Params(spec.effective(effective()))), 3)


def test_an_array_that_adds_2_prints_that_it_adds_2() -> None:
    def compute_columns(t: Table) -> None:
        t.column("x", t.column("found", t.found) / (t.rank + 2))

    shown = table(trial(compute_columns), [1, 0, 1])
    assert shown.calculations(shown.measure.column("x")) == ["1/(1 + 2)", "1/(2 + 2)", "2/(3 + 2)"]
    assert shown.cells["x"] == ["0.333", "0.250", "0.400"]


def test_a_block_builds_no_calculation() -> None:
    passes: list[str] = []

    def compute_columns(t: Table) -> None:
        passes.append(type(t).__name__)
        t.column("x", t.column("found", t.found) / t.rank)

    measure = trial(compute_columns)
    computed = run(
        measure, Ranking.block([Ranking.one([1, 0], [])] * 3), Params(Spec(measure, {}, "").effective(effective()))
    )
    assert computed.score.shape == (3,) and passes == ["Table"]
    single = table(measure, [1, 0])
    assert passes == ["Table", "Table"]
    assert single.final == "Trial = 1/2 = 0.500"
    assert passes == ["Table", "Table", "NamedTable"]


def test_worked_numbers_are_not_compared_by_mistake() -> None:
    with pytest.raises(TypeError):
        assert worked(np.array([1.0])) == 1
    assert (worked(np.array([1.0, 3.0])) > 2).tolist() == [False, True]
