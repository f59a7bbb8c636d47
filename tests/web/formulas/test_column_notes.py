"""What columns mean: the formula of each is its measure's own equation for it, or declared with the column."""

from __future__ import annotations

from ireval import explain
from ireval.explanation.step_table import StepTable
from ireval.measure.registry import measures
from web.formulas.column_notes import column_notes, formula_of
from web.formulas.mathml import mathml


def table(measure: str, conventions: str = "lillis") -> StepTable:
    return explain("101003", conventions=conventions).table(measure)


def test_the_equation_of_the_measure_takes_precedence() -> None:
    notes = {note.key: note for note in column_notes(table("nDCG@5"))}
    assert notes["NDCG"].formula == mathml(r"\mathrm{nDCG}[i] = \frac{\mathrm{DCG}[i]}{\mathrm{IDCG}[i]}")
    assert "d</mi>" in notes["DCG"].formula, "as the formula of the measure, with its discount"
    assert notes["CG"].formula == mathml(r"\mathrm{CG}[i] = \mathrm{CG}[i-1] + G[i]")
    assert notes["NDCG"].sentence == measures()["nDCG"].sentence


def test_every_computed_column_of_the_sources_has_a_formula() -> None:
    taken = {"G", "IG", "J", "r", "above", "discount", "covers", "subtopic", "sum", "P"}  #: read off, not computed
    for measure in measures().values():
        if not set(measure.defined_by) & {"lillis", "thesis", "blog", "kth", "mir"}:
            continue
        for column in measure.columns:
            known = formula_of(column, measure, "") or column.key in {measure.score, *taken}
            assert known, (measure.name, column.key)


def test_every_formula_is_valid() -> None:
    for measure in measures().values():
        for column in measure.columns:
            assert not column.formula or "merror" not in mathml(column.formula), (measure.name, column.key)
