"""A phone at free pace: the question that it shows and, once that is answered, its result at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from web.classroom.phone.own_result import OwnResult, own_result
from web.classroom.phone.phone_answers import Words, words_of
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.rounds.paced_round import Mark, PacedRound, Progress


@dataclass(frozen=True)
class PacedPhone:
    """A phone in a round at free pace, which has ``sent`` these answers, by the names of a room.

    ``wanted`` is the place of the question to show, which is not taken back if the phone has answered it; ``again`` if
    its form is shown again because its answer could not be accepted. Otherwise the first one without an answer is.
    """

    round: PacedRound
    sent: Mapping[str, str]
    wanted: int = -1
    again: bool = False

    @cached_property
    def progress(self) -> Progress:
        """How far the phone is."""
        return self.round.progress(self.sent)

    @property
    def total(self) -> int:
        """How many questions there are."""
        return len(self.round.bodies)

    @property
    def done(self) -> int:
        """How many of them the phone has answered."""
        return sum(mark is not Mark.OPEN for mark in self.progress.marks)

    @property
    def place(self) -> int | None:
        """The place of the question that is shown; None if all are answered."""
        if 0 <= self.wanted < self.total and (self.again or self.progress.marks[self.wanted] is not Mark.OPEN):
            return self.wanted
        return self.progress.at

    @property
    def asked(self) -> AskedQuestion | None:
        """The question that is shown."""
        return None if self.place is None else self.round.question(self.place)

    @property
    def answered(self) -> Mapping[str, str]:
        """What the phone has sent to the question that is shown, by part."""
        return {} if self.place is None else self.round.answers(self.place, self.sent)

    @property
    def words(self) -> Words:
        """What the phone has sent to the question that is shown, in words."""
        return words_of(self.asked, self.answered) if self.asked else []

    @property
    def result(self) -> OwnResult | None:
        """The result of the question that is shown; None before it is answered, and for an opinion."""
        if self.place is None or self.asked is None or not self.answered or self.asked.is_opinion:
            return None
        return own_result(json.dumps(self.round.bodies[self.place]), dict(self.answered))
