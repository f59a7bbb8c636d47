"""A room as the projector shows it now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ireval.errors import InputError
from web import store
from web.classroom.access.room_codes import grouped_code, join_address
from web.classroom.judging.judging_bodies import KIND as JUDGING
from web.classroom.judging.judging_round import JudgingRound
from web.classroom.questions.round_body import COVERED
from web.classroom.rounds.round_question import round_question
from web.classroom.screen.judging_screen import JudgingScreen
from web.classroom.screen.paced_screen import PacedScreen, paced_screen
from web.classroom.screen.round_view import RoundView
from web.store.rooms.room_records import Controller, Room, RoomAnswer, Round, Stage, Tally

#: Seconds for a discussion.
DISCUSSION = 120


@dataclass(frozen=True)
class GoneScreen:
    """A round whose collection has been deleted: ``error`` says so."""

    error: InputError

    template = "classroom/gone_screen.html"
    look = "gone"
    next = previous = ""
    forward = "over"
    back = "back"


Screen = RoundView | JudgingScreen | PacedScreen | GoneScreen


@dataclass(frozen=True)
class NowView:
    """A ``room`` with its answers as they are; ``part`` and ``cause`` are what the screen wants to see of them."""

    room: Room
    tally: Tally
    present: int
    part: str = ""
    cause: str = ""

    @classmethod
    def of(cls, room: Room, part: str, cause: str) -> NowView:
        """The room now, by two queries."""
        phones = store.store().rooms.phones
        return cls(room, phones.tally(room), phones.present(room), part, cause)

    @property
    def state(self) -> str:
        """A text that is different when the screen has to show something else."""
        room = self.room
        seen = (room.id, room.revision, room.shown, room.is_open, self.tally, self.present, self.part, self.cause)
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:24]

    @property
    def code(self) -> str:
        """The code as it is shown: ``K7M-2PX``."""
        return grouped_code(self.room.code)

    @property
    def address(self) -> str:
        """The address to type, without its scheme."""
        return join_address().partition("://")[2]

    @cached_property
    def round(self) -> Screen | None:
        """The round in force; None before the first one, and after one."""
        asked = self._asked if self.room.stage not in (Stage.NOTHING, Stage.OVER) else None
        if asked is None:
            return None
        question = round_question(asked.body)
        if question:
            return RoundView(self.room, question, self._answers, self.part, self.cause)
        if json.loads(asked.body).get("kind") == JUDGING:
            return _judging(self.room, asked.body, self._answers, self.part)
        return paced_screen(self.room, asked)

    @property
    def covered(self) -> str:
        """What the view covers that is asked in the last round, by its name in the lab's covers; may be empty."""
        asked = self._asked if self.room.round else None
        return str(json.loads(asked.body).get(COVERED, "")) if asked else ""

    @property
    def _asked(self) -> Round | None:
        return store.store().rooms.round(self.room, self.room.round)

    @property
    def _answers(self) -> Sequence[RoomAnswer]:
        """The answers to the round, where they are shown."""
        is_counted = self.room.stage in (Stage.VOTES, Stage.ANSWER)
        return store.store().rooms.phones.answers(self.room, self.room.round) if is_counted else []

    @property
    def seconds_left(self) -> int:
        """The rest of the time for a discussion."""
        return max(0, DISCUSSION - int((self.room.now - self.room.since).total_seconds()))

    @cached_property
    def waiting(self) -> list[Controller]:
        """Paired devices that wait to be confirmed."""
        return [x for x in store.store().rooms.controllers.all(self.room) if not x.confirmed]

    @property
    def sent(self) -> int:
        """The length of the bar of those who have sent an answer, in percent."""
        return min(100, round(100 * self.tally.devices / max(self.out_of, 1)))

    @property
    def out_of(self) -> int:
        """Of how many devices: those that are present, or those that sent an answer if these are more."""
        return max(self.present, self.tally.devices)


def _judging(room: Room, body: str, answers: Sequence[RoomAnswer], part: str) -> Screen:
    try:
        return JudgingScreen(room, body, JudgingRound.of(json.loads(body)), answers, part)
    except InputError as error:
        return GoneScreen(error)
