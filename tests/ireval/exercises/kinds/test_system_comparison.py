"""Comparing two systems: a verdict may follow from the student's own values."""

from __future__ import annotations

import pytest

from ireval.exercises import RankedList, mark, wrong_answers
from tests.ireval.exercises.sample_questions import one


def test_a_verdict_follows_from_the_values() -> None:
    question = one("better", "AP", list=RankedList("10100", "1"), second=RankedList("01100", "1"))
    assert [part.right for part in question.parts] == ["0.556", "0.389", "A"]
    wrong = {"score-A": "0.300", "score-B": "0.389", "better": "B"}
    marked = mark(question, wrong).part("better")
    assert marked.outcome == "carried-forward"
    assert marked.points == pytest.approx(12 / 21)
    for values in ({}, {"score-A": "0", "score-B": "0.389"}, {"score-A": "0.556", "score-B": "0.389"}):
        assert mark(question, {**values, "better": "B"}).part("better").outcome == "wrong"


@pytest.mark.parametrize("measure", ["AP", "nDCG@5"])
def test_the_other_systems_score_is_named_and_earns_nothing(measure: str) -> None:
    question = one("better", measure, seed=4)
    a, b = question.part("score-A"), question.part("score-B")
    marked = mark(question, {a.id: b.right, b.id: b.right}).part(a.id)
    assert (marked.cause, marked.points) == ("other-list", 0)
    assert f"You gave the {measure} of system B, not of system A." in marked.text
    assert ("other-list", 0) in {(x.cause, x.share) for x in wrong_answers(question, a)}
