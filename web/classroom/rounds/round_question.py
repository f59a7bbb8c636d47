"""The question of a round as it is counted: its parts, and the options of each in the order that everybody sees."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from ireval.exercises import Part, Question
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.round_body import QUESTION
from web.classroom.rounds.votes import Choice


@dataclass(frozen=True)
class RoundQuestion:
    """The question of a round with this ``body``, a JSON text; ``asked`` is it as the class sees it.

    ``view`` is the address that it is about.
    """

    body: str
    asked: AskedQuestion
    title: str
    view: str

    @property
    def question(self) -> Question:
        """The question with its correct answers."""
        return self.asked.question

    @property
    def is_opinion(self) -> bool:
        """Whether no answer is correct."""
        return self.asked.is_opinion

    @property
    def last(self) -> Part:
        """The last part, to which the others lead."""
        return self.question.parts[-1]

    @property
    def main(self) -> Part:
        """The part that is shown first: the one whose options have letters; without such a part, the last one."""
        lettered = next((field.id for field in self.asked.fields if field.lettered), "")
        return next((part for part in self.question.parts if part.id == lettered), self.last)

    def choices(self, part: Part) -> list[Choice]:
        """The options of a part with their letters; empty for a number or a text."""
        field = next(field for field in self.asked.fields if field.id == part.id)
        return [Choice(x.letter or x.text, x.key, x.text) for x in field.options]

    def part(self, id_: str) -> Part:
        """The part with an id; the main one if there is none."""
        return next((part for part in self.question.parts if part.id == id_), self.main)


@lru_cache(maxsize=256)
def round_question(body: str) -> RoundQuestion | None:
    """The question in a round's body; None for a round of another kind."""
    read = json.loads(body)
    if read.get("kind") != QUESTION:
        return None
    return RoundQuestion(body, AskedQuestion.of(read), read.get("title", ""), read.get("view", ""))
