"""What the remote shows: the item on the screen with its notes, or the round in force, and the next step."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

from web import store
from web.classroom.lecturer.room_state import Position, newest_command
from web.classroom.questions.spoken_question import prepared_title
from web.classroom.remote.live_figures import LiveFigures, live_figures
from web.classroom.rounds.room_settings import Settings
from web.classroom.rounds.stage_path import BEFORE_DISCUSSION, back
from web.course.lecturer_notes import notes_at
from web.store.rooms.room_records import Held, Room, Stage, Tally

#: Milliseconds between two requests of the page: while a round is open, and otherwise.
OPEN_RHYTHM, RHYTHM = 1000, 2000
_MINUTE = 60  # seconds


class Step(NamedTuple):
    """A button that moves the round: where ``to``, and what it says; a ``command`` asks the screen for the step."""

    to: str
    label: str
    command: bool = False


#: The large button of a round of judging. In the last stage the screen knows which of its parts follows.
_OF_JUDGING = {
    Stage.OPEN: Step("votes", "Show the labels"),
    Stage.CLOSED: Step("votes", "Show the labels"),
    Stage.VOTES: Step("answer", "Show the agreement"),
    Stage.DISCUSS: Step("forward", "Judge again"),
    Stage.ANSWER: Step("next", "Next", command=True),
}


class RemotePage:
    """The remote of a controller; without one, the device was refused or removed."""

    def __init__(self, found: Held | None) -> None:
        self._found = found

    @property
    def kind(self) -> str:
        """Which of its views the remote shows."""
        if self._found is None:
            return "refused"
        return "control" if self._found.controller.confirmed else "waiting"

    @property
    def name(self) -> str:
        """The device's name of two words; empty for the browser that opened the room."""
        return self._found.controller.name if self._found else ""

    @property
    def room(self) -> Room:
        """The room that it controls."""
        if self._found is None:
            raise LookupError("There is no room.")
        return self._found.room

    @property
    def rhythm(self) -> int:
        """Milliseconds until the next request."""
        is_open = self.kind == "control" and self.room.stage is Stage.OPEN
        return OPEN_RHYTHM if is_open else RHYTHM

    @cached_property
    def position(self) -> Position:
        """What the screen shows; a lesson's step with its notes, which its page has not, because a hall sees it."""
        found = Position.of_room(self.room)
        return found if found.notes else replace(found, notes=notes_at(found.address))

    @property
    def prepared(self) -> str:
        """The text of the question that was prepared for what the screen shows; empty if there is none."""
        return prepared_title(self.position.question)

    @property
    def minutes_left(self) -> int | None:
        """Minutes that are left of the item's time, rounded up, negative when it is over; None without a time."""
        if not self.position.minutes or not self.position.since:
            return None
        return ceil(self.position.minutes - (self.room.now.timestamp() - self.position.since) / _MINUTE)

    @property
    def is_asking(self) -> bool:
        """Whether a round is in force."""
        return self.room.stage not in (Stage.NOTHING, Stage.OVER)

    @cached_property
    def tally(self) -> Tally:
        """The state of the answers to the vote in force."""
        return store.store().rooms.phones.tally(self.room)

    @cached_property
    def present(self) -> int:
        """How many phones are in the room now, or more if some that are gone have answered."""
        there = store.store().rooms.phones.present(self.room)
        return max(there, self.tally.devices if self.is_asking else 0)

    @cached_property
    def live(self) -> LiveFigures | None:
        """The figures of the round in force."""
        found = store.store().rooms.round(self.room, self.room.round) if self.is_asking else None
        return live_figures(self.room, found, Settings.of_room(self.room)) if found else None

    @property
    def newest(self) -> int:
        """The number of the latest command, so that a button that is pressed twice without a network acts once."""
        return newest_command(self.room)

    @property
    def goes_back(self) -> bool:
        """Whether a step back stays in the round in force."""
        return self.is_asking and back(self.room.place) is not None

    @property
    def main_step(self) -> Step | None:
        """The large button while a round is in force: always the next stage."""
        if self.live and self.live.matrix:
            return Step("over", "End free pace")
        if self.live and self.live.judging:
            return _OF_JUDGING.get(self.room.stage)
        stage, votes = self.room.stage, "Show both votes" if self.room.vote > 1 else "Show votes"
        if stage is Stage.OPEN:
            return Step("votes", votes) if self.room.vote > 1 else Step("discuss", "Close and discuss")
        return {
            Stage.CLOSED: Step("votes", votes),
            Stage.VOTES: Step("answer", "Show the answer"),
            Stage.DISCUSS: Step("forward", "Vote again"),
            Stage.ANSWER: Step("over", "Go on"),
        }.get(stage)

    @property
    def other_steps(self) -> tuple[Step, ...]:
        """The smaller buttons while a round is in force."""
        if self.live and self.live.matrix:
            return ()
        if self.live and self.live.judging:
            discuss = Step("discuss", "Discuss the guideline")
            return (discuss,) if self.room.stage in BEFORE_DISCUSSION else (Step("over", "End the round"),)
        answer, again = Step("answer", "Show the answer"), self.room.vote > 1
        discuss = Step("discuss", "Discuss again" if again else "Discuss")
        return {
            Stage.OPEN: (answer, discuss) if again else (Step("votes", "Show votes"), answer),
            Stage.CLOSED: (discuss, answer),
            Stage.VOTES: (discuss,),
            Stage.DISCUSS: (answer,),
        }.get(self.room.stage, ())


def state_of(page: RemotePage) -> str:
    """A digest of all that the page shows, for requests that ask whether anything has changed."""
    shown: list[object] = [page.kind, page.name]
    if page.kind == "control":
        room = page.room
        shown += [room.id, room.revision, room.shown, room.place, page.minutes_left, page.present]
        shown += [astuple(page.position), page.tally.devices, str(page.tally.latest), room.is_open]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:16]
