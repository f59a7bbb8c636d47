"""Feedback names one cause, and the cause gives the number that was typed under the conventions in force."""

from __future__ import annotations

import re

import pytest

from ireval.diagnosis.candidates import compute_with
from ireval.exercises import MarkedPart, Question, mark
from ireval.exercises.question.question import ranking_of
from ireval.measure import Computed
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, settings
from ireval.numbers.expression import fixed
from tests.ireval.exercises.sample_questions import one

CASES = (
    ("number", "AP@5", "sklearn"),
    ("number", "Bpref", "lillis"),
    ("number", "nDCG@5", "blog"),
    ("table", "nDCG@5", "trec_eval"),
)


@pytest.mark.parametrize(("kind", "measure", "preset"), CASES)
def test_a_named_cause_gives_the_number(kind: str, measure: str, preset: str) -> None:
    """Every number that a typical mistake leads to, and numbers beside the correct one, are typed."""
    question = one(kind, measure, seed=2, preset=preset)
    part = question.parts[-1]
    table = question.tables[part.table]
    numbers = [float(m.compute(table.computed.table)[..., 0]) for m in table.measure.mistakes if not m.rare]
    numbers += [part.value + x * 10**-part.places for x in (-40, 3, 171)] + [0.0, 1.0, 0.5, 0.25]
    checked = 0
    for number in {fixed(x, part.places) for x in numbers if x == x}:
        marked = mark(question, {part.id: number}).part(part.id)
        assert not re.search(r"\bOr: |as far as it goes", marked.text)
        value = recomputed(question, marked)
        if value is not None:
            assert abs(value - float(number)) <= 10.0**-part.places / 2 + 1e-9, (part.label, number, marked.text)
            checked += 1
    assert checked >= 2


def recomputed(question: Question, marked: MarkedPart) -> float | None:
    """The number that the cause gives: the measure computed again under its choices, or with its mistake."""
    table, part = question.tables[marked.part.table], marked.part
    if marked.outcome == "convention":
        known = settings(table.measure)
        chosen = dict(pair.split("=") for pair in marked.cause.split(","))
        choices = {name: int(x) if x.isdigit() and not known[name].choices else x for name, x in chosen.items()}
        return read(compute_with(table.computed, choices), marked)
    at_score = part.at is None or part.at == (table.measure.score, table.score_row - 1)
    mistake = next((m for m in table.measure.mistakes if m.key == marked.cause), None)
    if marked.outcome != "mistake" or mistake is None or not at_score:
        return None
    spec = table.spec if part.at is None else Spec(table.measure, dict(table.spec.own), "")
    right = compute(spec, ranking_of(table), question.conventions)
    return float(mistake.compute(right.table)[..., 0])


def read(computed: Computed, marked: MarkedPart) -> float:
    at = marked.part.at
    return float(computed.columns[at[0]][at[1]] if at else computed.score)
