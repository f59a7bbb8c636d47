"""Wrong numbers that have a name: those that marking names, and files for other systems list."""

from __future__ import annotations

import pytest

from ireval.diagnosis.causes import causes, mistakes
from ireval.exercises import Credit, mark, wrong_answers
from ireval.exercises.question.question import ranking_of
from ireval.messages import say
from ireval.numbers.expression import fixed
from tests.ireval.exercises.sample_questions import one

MEASURES = ("AP", "AP@5", "nDCG@5", "Bpref", "P_at_recall@0.5", "alpha_nDCG@5", "F", "RBP", "ERR@5", "Q")


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("preset", ["lillis", "trec_eval"])
def test_every_mistake_is_named(measure: str, preset: str) -> None:
    for seed in range(5):
        question = one("number", measure, seed=seed, preset=preset, credit=Credit(mistake=0.25))
        table = question.tables[0]
        found = mistakes(table.spec, ranking_of(table), question.conventions)
        made = [cause for cause in found if not (cause.mistake and cause.mistake.rare)]
        assert made
        for cause in made:
            typed = fixed(cause.value, 3)
            marked = mark(question, {"score": typed}).part("score")
            assert (marked.outcome, marked.cause) == ("mistake", cause.key), (measure, seed, typed)
            assert say(cause.message) in marked.text
            assert marked.points == 3


@pytest.mark.parametrize("decimals", [2, 3])
def test_wrong_answers_are_told_from_what_rounding_can_reach(decimals: int) -> None:
    """As they are printed: 0.6249 is 0.62, which rounding on the way may lead to."""
    for seed in (11, 26, 31):
        question = one("table", "alpha_nDCG@5", seed=seed, decimals=decimals)
        for part in question.parts:
            for wrong in wrong_answers(question, part):
                marked = mark(question, {part.id: fixed(wrong.value, part.places)}).part(part.id)
                assert marked.points == pytest.approx(part.points * wrong.share), (seed, part.label, wrong)


def test_wrong_answers_for_other_systems_are_those_that_marking_names() -> None:
    for measure in MEASURES:
        question = one("number", measure)
        offered = wrong_answers(question, question.parts[0])
        assert len({fixed(x.value, 3) for x in offered}) == len(offered) > 2
        for wrong in offered:
            marked = mark(question, {"score": fixed(wrong.value, 3)}).part("score")
            assert marked.outcome == wrong.kind
            assert marked.points == 12 * wrong.share
        named = {x.key for x in causes(measure, ranking_of(question.tables[0]), question.conventions)}
        assert {x.cause for x in offered} <= named
