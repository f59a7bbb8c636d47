"""A room as the projector shows it now."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from web import store
from web.classroom.access.room_codes import grouped_code, join_address
from web.classroom.rounds.round_question import round_question
from web.classroom.screen.round_view import RoundView
from web.store.rooms.phones import Tally
from web.store.rooms.room_records import Controller, Room, Stage

#: Seconds for a discussion.
DISCUSSION = 120


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

    @property
    def round(self) -> RoundView | None:
        """The round in force; None before the first one, after one, and for a round of another kind."""
        return self._round if self.room.stage not in (Stage.NOTHING, Stage.OVER) else None

    @cached_property
    def _round(self) -> RoundView | None:
        rooms = store.store().rooms
        asked = rooms.round(self.room, self.room.round)
        question = round_question(asked.body) if asked else None
        if question is None:
            return None
        is_counted = self.room.stage in (Stage.VOTES, Stage.ANSWER)
        answers = rooms.phones.answers(self.room, self.room.round) if is_counted else []
        return RoundView(self.room, question, answers, self.part, self.cause)

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
