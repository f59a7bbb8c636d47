"""Exercises of practice: every measure at every level, and every declared mistake with a number of its own."""

from __future__ import annotations

import pytest

from ireval import explain
from ireval.diagnosis.causes import wrong_values
from ireval.errors import InputError
from ireval.exercises import Question, mark
from ireval.exercises.practice.difficulty import HIGHEST, LEVELS
from ireval.exercises.practice.known_causes import KnownCause, cause_named, causes_of, other_conventions
from ireval.exercises.practice.practice_exercise import draw_exercise, practised_measures
from ireval.measure.registry import measures
from ireval.numbers.expression import fixed

KEYS = ("K7M2PX", "A2B3C4")
EVERY = [cause for measure in measures().values() for cause in causes_of(measure)]


def wrong_number(question: Question, cause: KnownCause) -> float:
    """What the mistake gives on the list that the learner sees, computed from the list alone."""
    (table,) = question.tables
    ranking = table.computed.condensed_from or table.computed.table.ranking
    assert cause.mistake
    return float(wrong_values(table.spec, ranking, question.conventions)[cause.mistake.key])


@pytest.mark.parametrize(
    "causes", [pytest.param(EVERY[::9], marks=pytest.mark.slow), pytest.param(EVERY, marks=pytest.mark.thorough)]
)
def test_every_mistake_is_practised_on_a_list_on_which_it_gives_another_number(causes: list[KnownCause]) -> None:
    """Drawing them takes seconds, and shows that whatever a measure declares can be practised.

    Two causes may give one number on each list; the cause that more people have is named then.
    """
    others = []
    for cause in causes:
        question = draw_exercise(cause.measure.name, 1, KEYS[0], "trec_eval", cause).question(KEYS[0])
        (part,) = question.parts
        wrong = wrong_number(question, cause)
        assert question.tables[0].measure.name == cause.measure.name
        assert abs(wrong - part.value) > (10.0**-part.places if part.places else 1e-9), cause.name
        typed = fixed(wrong, part.places) if part.places else f"{wrong:g}"
        marked = mark(question, {"score": typed}, graded=False).parts[0]
        assert marked.outcome != "right", cause.name
        if marked.cause != cause.name.partition(".")[2]:
            others.append(cause.name)
    assert len(others) <= max(1, len(causes) // 50), others


@pytest.mark.parametrize("level", range(1, HIGHEST + 1))
def test_every_measure_is_practised_at_every_level(level: int) -> None:
    for name in measures():
        made = draw_exercise(name, level, KEYS[1], "trec_eval")
        question = made.question(KEYS[1])
        (part,) = question.parts
        ranked = made.sheet.exercises[0].list
        assert ranked
        found = explain(
            ranked.labels,
            ranked.unretrieved,
            size=ranked.size,
            subtopics=ranked.subtopics,
            unretrieved_subtopics=ranked.unretrieved_subtopics,
        )
        assert found.value(str(question.tables[0].spec)) == pytest.approx(part.value)
        if made.level == level:
            assert len(ranked.labels) == LEVELS[level - 1].generated.length
            assert not (LEVELS[level - 1].judged and "u" in ranked.labels)


def test_the_same_key_gives_the_same_exercise_and_another_key_another_one() -> None:
    one, again, other = (draw_exercise("AP", 2, key, "lillis").question(key) for key in (KEYS[0], KEYS[0], KEYS[1]))
    assert one == again and one.lists != other.lists


def test_mixed_practice_begins_with_plain_labels() -> None:
    assert not any(measure.graded or measure.needs_subtopics for measure in practised_measures(1))
    assert any(measure.graded for measure in practised_measures(3))
    assert any(measure.needs_subtopics for measure in practised_measures(HIGHEST))


def test_a_convention_is_a_cause_by_its_choice() -> None:
    cause = cause_named("AP.divisor=relevant-retrieved")
    question = draw_exercise("AP", 1, KEYS[0], "trec_eval", cause).question(KEYS[0])
    (part,) = question.parts
    ranking = question.tables[0].computed.table.ranking
    share = float((ranking.grades > 0).sum()) / float((ranking.grades > 0).sum() + (ranking.unretrieved > 0).sum())
    assert cause.value(question.tables[0].computed) == pytest.approx(part.value / share)
    assert "divided by" in cause.sentence
    assert cause.name in {each.name for each in other_conventions(cause.measure, question.conventions)}


@pytest.mark.parametrize("name", ["", "AP", "AP.", "Foo.x", "AP.foo", "AP.divisor=x", "AP.k=3", ".", "x" * 999])
def test_an_unknown_cause_is_refused_with_a_hint(name: str) -> None:
    with pytest.raises(InputError) as caught:
        cause_named(name)
    assert caught.value.suggestion and len(caught.value.message) < 400
