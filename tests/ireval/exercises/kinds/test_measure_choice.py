"""The choice of a measure: one answer, and a reason against each of the others."""

from __future__ import annotations

from ireval.exercises import mark
from ireval.exercises.kinds.choices.situations import SITUATIONS
from ireval.measure.spelling import parse
from tests.ireval.exercises.sample_questions import one


def test_every_situation_has_one_answer_and_reasons_against_the_others() -> None:
    for key, situation in SITUATIONS.items():
        question = one("choose", task=key)
        part = question.parts[0]
        assert {o.key for o in part.options} == {situation.right[0], *(name for name, _ in situation.wrong)}
        assert len(part.options) >= 4 and len({str(parse(o.key)) for o in part.options}) == len(part.options)
        for option in part.options:
            marked = mark(question, {"measure": option.key}).parts[0]
            assert option.why in marked.text
            assert (marked.points == 12) is (option.key == situation.right[0])
            assert marked.cause == ("right" if marked.points else option.key)
    drawn = {one("choose", seed=seed).title for seed in range(40)}
    assert len(drawn) > 5


def test_a_choice_that_is_not_offered_cannot_be_read() -> None:
    marked = mark(one("choose", task="known-item"), {"measure": "XX"}).parts[0]
    assert marked.outcome == "unreadable"
