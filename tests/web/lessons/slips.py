"""The wrong answers to the questions of the course whose causes are declared, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import NamedTuple

from markupsafe import Markup

from ireval.exercises import CHOICE, NUMBER, Exercise, Question, mark, variant, wrong_answers
from ireval.exercises.marking.stages import Stage
from ireval.exercises.question.outcomes import RIGHT, WRONG
from ireval.exercises.question.question import Part
from ireval.measure.spelling import parse
from ireval.numbers.expression import fixed
from tests.web.lessons.test_lessons import COURSE, KEY
from web.question.answer_notes import answer_notes


class Slip(NamedTuple):
    """A wrong answer whose cause is declared: a number that a mistake gives, or an option."""

    part: Part
    answer: str
    cause: str


def slips(question: Question, asked: Exercise, seen: set[tuple[str, ...]]) -> Iterator[Slip]:
    """Every declared mistake of a measure, and every wrong option that its author wrote; of other options the first.

    ``seen`` are the mistakes that the course has had, which are not repeated; the question's are added.
    """
    for part in question.parts:
        if part.kind == CHOICE:
            wrong_options = [option.key for option in part.options if option.key != part.right]
            yield from (Slip(part, key, key) for key in wrong_options[: None if asked.options else 1])
        elif part.kind == NUMBER:
            for wrong in wrong_answers(question, part):
                about = parse(asked.measure).measure.name if asked.measure else f"{asked.kind} {part.id}"
                what = (about, wrong.cause)
                if what not in seen:
                    seen.add(what)
                    yield Slip(part, fixed(wrong.value, part.places), wrong.cause)


def said_of(question: Question, slip: Slip, stage: Stage = Stage.CAUSE) -> str:
    """What self-study says of the wrong answer at a stage before the solution, without marks of code."""
    marked = mark(question, {slip.part.id: slip.answer}, graded=False)
    part = marked.part(slip.part.id)
    if slip.part.kind == NUMBER:
        assert part.outcome not in {RIGHT, WRONG} or slip.cause in {part.cause, part.outcome}, (slip, part.cause)
    said = answer_notes(marked, stage, lambda part: part.id, graded=False)[slip.part.id].text
    return unescape(re.sub(r"<[^>]*>", "", said)) if isinstance(said, Markup) else said


@cache
def course_slips() -> dict[tuple[str, str], list[Slip]]:
    """The wrong answers to each question of the course, by lesson and question: each mistake where it comes first."""
    seen: set[tuple[str, ...]] = set()
    found = {}
    for lesson in COURSE.lessons.values():
        questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
        for asked in (quiz.exercise for step in lesson.steps for quiz in step.quizzes):
            found[lesson.slug, asked.id] = list(slips(questions[asked.id], asked, seen))
    return found
