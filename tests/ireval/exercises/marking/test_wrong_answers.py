"""Wrong numbers that have a name: those that marking names, and files for other systems list."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ireval.diagnosis.causes import Cause, causes, mistakes
from ireval.diagnosis.target import is_mix_up
from ireval.exercises import Credit, Part, Question, RankedList, Wrong, mark, wrong_answers
from ireval.exercises.marking.wrong_answers import inquiry_of_part, other_parts
from ireval.exercises.question.question import ranking_of
from ireval.messages import say
from ireval.numbers.expression import fixed
from tests.ireval.exercises.sample_questions import one

MEASURES = ("AP", "AP@5", "nDCG@5", "Bpref", "P_at_recall@0.5", "alpha_nDCG@5", "F", "RBP", "ERR@5", "Q")


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("preset", ["lillis", "trec_eval"])
def test_every_mistake_is_named(measure: str, preset: str) -> None:
    for seed in range(2):
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
            assert marked.points == (0 if guessed(cause, question) else 3), (measure, seed, typed)


def guessed(cause: Cause, question: Question) -> bool:
    """Whether a wrong number is impossible, a fraction with a small divisor, one of two counts on the sheet, or few."""
    value = cause.value
    if cause.key == "inverse-rank-as-gain" and question.tables[0].spec.own.get("k") == 5:
        return True  # nothing counts but which of the five are relevant
    measure, ranking = question.tables[0].measure, ranking_of(question.tables[0])
    near = float(Fraction(value).limit_denominator(12))
    found, missed = (int((x > 0).sum()) for x in (ranking.grades, ranking.unretrieved))
    judged, length = int((ranking.grades >= 0).sum()), ranking.grades.shape[-1]
    counts = {found, missed, found + missed, judged, length, 5, judged + ranking.unretrieved.shape[-1]}
    quotients = [a / b for a in counts for b in counts if b]
    impossible = measure.bounded and value > 1
    return impossible or abs(value - near) < 1e-9 or min(abs(value - x) for x in quotients) < 1e-9


@pytest.mark.parametrize("decimals", [2, 3])
def test_wrong_answers_are_told_from_what_rounding_can_reach(decimals: int) -> None:
    """As they are printed: 0.6249 is 0.62, which rounding on the way may lead to."""
    for seed in (11, 26):
        question = one("table", "alpha_nDCG@5", seed=seed, decimals=decimals)
        for part in question.parts:
            alone = replace(question, grid=None, parts=(part,))
            for wrong in wrong_answers(question, part):
                marked = mark(alone, {part.id: typed_for(wrong, part)}).part(part.id)
                assert marked.points == pytest.approx(part.points * wrong.share), (seed, part.label, wrong)


def test_wrong_answers_for_other_systems_are_those_that_marking_names() -> None:
    for measure in MEASURES:
        question = one("number", measure)
        offered = wrong_answers(question, question.parts[0])
        assert len({fixed(x.value, 3) for x in offered}) == len(offered) > 2
        for wrong in offered:
            marked = mark(question, {"score": typed_for(wrong, question.parts[0])}).part("score")
            assert marked.outcome == wrong.kind
            assert marked.points == 12 * wrong.share
        named = {x.key for x in causes(measure, ranking_of(question.tables[0]), question.conventions)}
        assert {x.cause for x in offered if x.slack and "cutoff=" not in x.cause} <= named
        assert {x.cause for x in offered if x.slack == 0} <= {"few-decimals", "cut-off", "rounded-twice"}


def typed_for(wrong: Wrong, part: Part) -> str:
    """A wrong number as a student types it; one that stands for itself alone has the decimals that it has."""
    alone = max(f"{wrong.value:.2f}", f"{wrong.value:.12g}", key=len)
    return fixed(wrong.value, part.places) if wrong.slack else alone


def test_the_score_of_another_list_is_named_and_earns_nothing() -> None:
    """Of three lists each score may stand in place of another one, but not their mean, which no list has."""
    question = one("mean-score", "AP", lists=3)
    first, second, third, mean = question.parts
    assert [other.id for other in other_parts(question, second)] == [first.id, third.id]
    assert list(other_parts(question, replace(second, at=("AP", 3)))) == []
    assert list(other_parts(replace(question, parts=(replace(first, value=second.value), second, mean)), second)) == []
    typed = {other.right: mark(question, {second.id: other.right}).part(second.id) for other in (first, third)}
    assert {(x.cause, x.points) for x in typed.values()} == {("other-list", 0)}
    assert {x.share for x in wrong_answers(question, second) if x.cause == "other-list"} == {0}


def test_numbers_of_other_cells_are_listed_and_earn_nothing() -> None:
    question = one("table", "nDCG@5", list=RankedList("20303", "321"), columns=("DCG", "IDCG", "NDCG"), decimals=3)
    checked = 0
    for part in question.parts[4:6]:  # the third row
        for source in inquiry_of_part(question, part).others:
            if is_mix_up(source.key):
                listed = [x for x in wrong_answers(question, part) if x.cause == source.key]
                assert {x.share for x in listed} <= {0}, (part.label, source.key)
                checked += len(listed)
    assert checked > 4
