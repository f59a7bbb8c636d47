"""A round in which phones work through several questions at their own pace: its questions, and how far each phone is.

Its body has the ``kind`` "steps", the ``lesson`` and its ``key``, the steps ``from`` and ``to``, and ``questions``:
bodies of questions, each with the number of its ``step``. The parts of its answers are named by the place of their
question, from 0.

>>> name = part_name(2, "score"); name, place_of(name)
('2.score', 2)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from ireval.errors import InputError
from ireval.exercises import Marked
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.round_body import LONGEST_TITLE, Body
from web.store.rooms.room_records import LARGEST_BODY

STEPS = "steps"
#: The most questions of a round.
MOST_QUESTIONS = 20


class Mark(StrEnum):
    """What became of a question on a phone. Sent is what nobody marks, as an opinion."""

    OPEN = "open"
    SENT = "sent"
    CORRECT = "correct"
    WRONG = "wrong"


class Progress(NamedTuple):
    """How far a phone is: what became of each question, and the place ``at`` which it works; None when it is done."""

    marks: tuple[Mark, ...]
    at: int | None


@dataclass(frozen=True)
class PacedRound:
    """The round with a body."""

    title: str
    first: int
    last: int
    bodies: tuple[Body, ...]

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> PacedRound:
        """The round of a body. Raises ``InputError`` for a round of another kind."""
        if body.get("kind") != STEPS:
            raise InputError("kind", "round-without-question")
        return cls(str(body.get("title", "")), int(body["from"]), int(body["to"]), tuple(body["questions"]))

    @property
    def steps(self) -> tuple[int, ...]:
        """The number of the lesson's step to which each question belongs."""
        return tuple(int(body.get("step", self.first)) for body in self.bodies)

    def question(self, place: int) -> AskedQuestion:
        """The question at a place."""
        return AskedQuestion.of(self.bodies[place])

    def answers(self, place: int, sent: Mapping[str, str]) -> dict[str, str]:
        """What a phone sent to the question at a place, by the id of the part."""
        start = part_name(place, "")
        return {name.removeprefix(start): text for name, text in sent.items() if name.startswith(start)}

    def stored(self, place: int, answers: Mapping[str, str]) -> dict[str, str]:
        """Answers to the question at a place, as a room stores them."""
        return {part_name(place, id_): text for id_, text in answers.items()}

    def marked(self, place: int, sent: Mapping[str, str]) -> Marked:
        """The marks of what a phone sent to the question at a place, for the phone alone, at once."""
        return self.question(place).mark(self.answers(place, sent))

    def progress(self, sent: Mapping[str, str]) -> Progress:
        """How far a phone is that sent these answers to all questions. The first question without one is its place."""
        marks = tuple(self._mark(place, sent) for place in range(len(self.bodies)))
        return Progress(marks, next((place for place, mark in enumerate(marks) if mark is Mark.OPEN), None))

    def matrix(self, devices: Iterable[Mapping[str, str]]) -> list[Progress]:
        """How far each phone is, in the order of the phones."""
        return [self.progress(sent) for sent in devices]

    def at_steps(self, devices: Iterable[Mapping[str, str]]) -> list[tuple[int, int]]:
        """For the screen: each step, and how many phones work at it; 0 stands for those that are done."""
        steps = self.steps
        counted = Counter(steps[x.at] if x.at is not None else 0 for x in self.matrix(devices))
        return [(step, counted[step]) for step in [*dict.fromkeys(steps), 0]]

    def _mark(self, place: int, sent: Mapping[str, str]) -> Mark:
        answers = self.answers(place, sent)
        if not answers:
            return Mark.OPEN
        return _mark_of(json.dumps(self.bodies[place], sort_keys=True), tuple(sorted(answers.items())))


def paced_body(lesson: str, key: str, steps: tuple[int, int], view: str, questions: Iterable[Body]) -> Body:
    """The body of a round with the questions of a lesson's steps. Raises ``InputError`` if there are none or too many.

    ``view`` is the address of the step that the screen shows.
    """
    found = list(questions)
    body: Body = {
        "kind": STEPS,
        **{"lesson": lesson, "key": key, "from": steps[0], "to": steps[1]},
        **{"title": str(found[0].get("title", ""))[:LONGEST_TITLE] if found else "", "view": view, "questions": found},
    }
    if not found:
        raise InputError("to", "pace-without-questions", first=steps[0], last=steps[1])
    if len(found) > MOST_QUESTIONS or len(json.dumps(body).encode()) > LARGEST_BODY:
        raise InputError("to", "pace-too-long", count=len(found), most=MOST_QUESTIONS)
    return body


def part_name(place: int, id_: str) -> str:
    """The name of a part of the question at a place."""
    return f"{place}.{id_}"


def place_of(name: str) -> int:
    """The place of the question to which a part belongs."""
    return int(name.partition(".")[0])


@lru_cache(maxsize=4_000)
def _mark_of(body: str, answers: tuple[tuple[str, str], ...]) -> Mark:
    asked = AskedQuestion.of(json.loads(body))
    if asked.is_opinion:
        return Mark.SENT
    parts = asked.mark(dict(answers)).parts
    if any(part.outcome == "by-hand" for part in parts):
        return Mark.SENT
    return Mark.CORRECT if all(part.outcome in ("right", "within-rounding") for part in parts) else Mark.WRONG
