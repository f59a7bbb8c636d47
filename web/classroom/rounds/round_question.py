"""The question of a round as it is counted: its parts, and the options of each in the order that everybody sees."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ireval.exercises import CHOICE, Question, from_json
from ireval.exercises.question.question import Part
from web.classroom.rounds.votes import Choice
from web.question.single_questions import question

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class RoundQuestion:
    """The ``question`` of a round with this ``body``. An opinion has ``opinions`` or a text, and no correct answer."""

    body: str
    question: Question
    title: str
    view: str
    is_opinion: bool
    opinions: tuple[str, ...] = ()

    def choices(self, part: Part) -> list[Choice]:
        """The options of a part with their letters; empty for a number or a text."""
        if self.opinions:
            return [Choice(letter, text, text) for letter, text in zip(LETTERS, self.opinions, strict=False)]
        if part.kind != CHOICE:
            return []
        return [Choice(letter, x.key, x.text) for letter, x in zip(LETTERS, part.options, strict=False)]

    @cached_property
    def last(self) -> Part:
        """The part that is shown first: the last one, to which the others lead."""
        return self.question.parts[-1]

    def part(self, id_: str) -> Part:
        """The part with an id; the last one if there is none."""
        return next((part for part in self.question.parts if part.id == id_), self.last)


@lru_cache(maxsize=256)
def round_question(body: str) -> RoundQuestion | None:
    """The question in a round's body, a JSON text; None for a round of another kind."""
    read = json.loads(body)
    if read.get("kind") != "question":
        return None
    sheet = from_json(json.dumps(read["sheet"]))
    exercise = next(x for x in sheet.exercises if x.id == read["exercise"])
    made = question(sheet, exercise, read["key"])
    opinions = tuple(read.get("options", ()))
    is_opinion = bool(opinions) or exercise.kind == "own-text"
    return RoundQuestion(body, made, read.get("title", ""), read.get("view", ""), is_opinion, opinions)
