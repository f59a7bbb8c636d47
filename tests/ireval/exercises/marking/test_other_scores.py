"""A sheet may ask for several scores of one list: the mark of one answer does not give another answer away."""

from __future__ import annotations

import pytest

from ireval import explain
from ireval.diagnosis.elsewhere.across_page import is_elsewhere
from ireval.diagnosis.inquiry import diagnose
from ireval.exercises import NUMBER, Generated, mark
from ireval.exercises.question.outcomes import CONVENTION, MISTAKE, ROUNDING
from ireval.exercises.question.question import ranking_of
from tests.ireval.exercises.sample_questions import fixed_list, one

LIST = fixed_list("0110100001", "11")
#: Numbers on the page of the list that are not in the table of AP, whose own cells are named as before.
OTHERS = ("P@5", "Rprec", "RBP", "ERR@10", "nDCG@5")


def score(measure: str) -> str:
    return f"{explain(LIST.labels, LIST.unretrieved, conventions='lillis').value(measure):.3f}"


@pytest.mark.parametrize("other", OTHERS)
def test_the_score_of_another_measure_is_not_named(other: str) -> None:
    question = one("number", "AP", list=LIST)
    marked = mark(question, {"score": score(other)}).parts[0]
    assert marked.points == 0 and "=" not in marked.cause and other not in marked.text, marked.text


def test_the_page_of_the_list_does_name_it() -> None:
    """So the test above would see it."""
    question = one("number", "AP", list=LIST)
    ranking = ranking_of(question.tables[0])
    found = [diagnose("AP", ranking, question.conventions, score(other)) for other in OTHERS]
    assert any(is_elsewhere(cause) for diagnosis in found for cause in diagnosis.causes)


@pytest.mark.parametrize(("kind", "measure"), [("number", "AP"), ("number", "nDCG@5")])
def test_a_class_that_types_any_numbers_has_few_causes(kind: str, measure: str) -> None:
    """A hundred numbers in the gap for the score: pairs of mistakes alone would fit one in six."""
    question = one(kind, measure, generated=Generated())
    part = next(part for part in reversed(question.parts) if part.kind == NUMBER)
    marked = [mark(question, {part.id: f"{n / 1000:.3f}"}).part(part.id) for n in range(3, 1000, 10)]
    named = [x.outcome for x in marked if x.outcome in {MISTAKE, CONVENTION, ROUNDING}]
    assert len(named) < 0.12 * len(marked)
    assert sum(x.points > 0 for x in marked) < 0.05 * len(marked)
