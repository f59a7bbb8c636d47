"""Immediate remarks on answers: answers that cannot be read, percentages without their sign, and empty answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ireval.exercises import Question
from ireval.exercises.marking.answer_remarks import remark_on
from ireval.messages import say
from web.question.question_view import field_name


class Place(NamedTuple):
    """A part of an exercise to look at: its ``label``, the id of its ``field``, and a remark."""

    label: str
    field: str
    text: str


def remarks_on(question: Question, given: Mapping[str, str]) -> dict[str, str]:
    """Return remarks on the answers to a question, by the id of their part; most answers have none."""
    found = ((part.id, remark_on(question, part, given.get(part.id, ""))) for part in question.parts)
    return {name: say(message) for name, message in found if message}


def places(questions: Iterable[Question], texts: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, list[Place]]]:
    """Yield the parts with a remark, under the title of their exercise."""
    for number, question in enumerate(questions, start=1):
        said = texts.get(question.id, {})
        found = [Place(x.label, field_name(question, x), said[x.id]) for x in question.parts if x.id in said]
        if found:
            yield f"{number}. {question.title}", found
