"""The values that rooms are read as, independent of any database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

#: A code ends this long after the last round was asked or moved.
CODE_LASTS = timedelta(hours=4)
#: The most bytes of a round's body.
LARGEST_BODY = 60_000
#: The presence of a device is noted again after this time.
NOTED = timedelta(seconds=45)
#: The characters of codes, without those that look alike; and how many a code has.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6


class Stage(StrEnum):
    """How far a round has come. ``NOTHING`` is in force before the first round, ``OVER`` after one."""

    NOTHING = "nothing"
    OPEN = "open"
    CLOSED = "closed"
    VOTES = "votes"
    DISCUSS = "discuss"
    ANSWER = "answer"
    OVER = "over"


#: The stages of a round before its answer is shown.
BEFORE_ANSWER = (Stage.OPEN, Stage.CLOSED, Stage.VOTES, Stage.DISCUSS)


class Place(NamedTuple):
    """Where a room stands: the number of the round, from 1, of the vote, from 1, and the stage."""

    round: int
    vote: int
    stage: Stage


class Room(NamedTuple):
    """A room. ``position``, ``commands``, ``settings`` and ``snapshots`` are JSON texts; ``now`` is when it was read.

    ``revision`` counts what phones have to know, ``shown`` what only the projector and the remote do.
    """

    id: str
    code: str
    title: str
    revision: int
    shown: int
    round: int
    vote: int
    stage: Stage
    since: datetime
    paused: bool
    position: str
    commands: str
    settings: str
    snapshots: str
    created: datetime
    active: datetime
    ended: bool
    expires: datetime
    now: datetime

    @property
    def place(self) -> Place:
        """Where the room stands."""
        return Place(self.round, self.vote, self.stage)

    @property
    def is_open(self) -> bool:
        """Whether its code leads to it: the lecture has neither been ended, nor is its last round hours ago."""
        return not self.ended and self.now < self.active + CODE_LASTS


class OpenedRoom(NamedTuple):
    """A new room: its id and code, the owner's token, and the code that replaces a lost owner's link."""

    id: str
    code: str
    owner: str
    recovery: str


class RoomSize(NamedTuple):
    """A room with the number of its rounds and of the devices that joined."""

    id: str
    created: datetime
    ended: bool
    rounds: int
    devices: int
    title: str


class Controller(NamedTuple):
    """A browser with the lecturer's right. The first one has no ``name``."""

    digest: str
    name: str
    confirmed: bool
    made: datetime


class Held(NamedTuple):
    """A controller with its room."""

    room: Room
    controller: Controller


class Round(NamedTuple):
    """A question as it was asked; ``body`` is its JSON text. ``vote`` and ``stage`` are where it was left."""

    number: int
    body: str
    asked: datetime
    vote: int
    stage: Stage


class RoomAnswer(NamedTuple):
    """What a device sent to a part of a round in a vote."""

    round: int
    vote: int
    device: str
    part: str
    text: str
    saved: datetime


class Tally(NamedTuple):
    """The state of a round's answers: how many devices sent one in this vote, and the time of the latest."""

    devices: int
    latest: datetime | None


class Sent(NamedTuple):
    """The answers of a device to a round, by the number of the vote and the part, and the place of the device."""

    place: int
    answers: Mapping[int, Mapping[str, str]]


class AtDoor(NamedTuple):
    """A room as a device finds it: the ``place`` of the device, -1 if it is not in the room, and what it did there.

    ``noted`` says whether its presence is noted already; ``latest`` is when it last sent an answer to the round in
    force.
    """

    room: Room
    place: int
    noted: bool
    latest: datetime | None
