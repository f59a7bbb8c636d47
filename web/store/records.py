"""What the store accepts and returns: plain values, independent of any database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from ireval.messages.keyed_error import KeyedError


class Mode(StrEnum):
    """How often a student may submit answers."""

    ONCE = "once"
    PRACTICE = "practice"


class Sheet(NamedTuple):
    """A sheet as it was published. `body` is its JSON text; times have a zone."""

    id: str
    title: str
    mode: Mode
    body: str
    open: bool
    created: datetime
    expires: datetime


class Published(NamedTuple):
    """A new sheet: its id and the secret parts of its two links. Later both links follow only from the owner's."""

    id: str
    student: str
    owner: str


class Answers(NamedTuple):
    """One student's answers to a sheet, by (exercise, part); the times when the student began and submitted.

    Without a roster, students have no ``name``.
    """

    key: str
    begun: datetime | None
    submitted: datetime | None
    given: Mapping[tuple[str, str], str]
    name: str = ""


class Seat(NamedTuple):
    """An entry of a roster: the student's key and name, its place, and when the student began and submitted.

    Students who began before there were rosters have no name and the place 0.
    """

    key: str
    name: str
    place: int
    begun: datetime | None
    submitted: datetime | None


class Visit(NamedTuple):
    """A device on which a key was open: when it was last seen there, and when answers were last saved from it."""

    device: str
    seen: datetime
    saved: datetime | None


class Elsewhere(NamedTuple):
    """What other devices do with a key: whether it is ``open`` on one, and when answers were last saved from one."""

    open: bool = False
    saved: datetime | None = None


class Reason(StrEnum):
    """Why a change is not possible."""

    GONE = "gone"
    CLOSED = "closed"
    SUBMITTED = "submitted"
    UNKNOWN_KEY = "unknown key"
    BEGUN = "begun"
    ROSTER_CHANGED = "roster changed"


_KEYS = {
    Reason.GONE: "sheet-gone",
    Reason.CLOSED: "sheet-closed",
    Reason.SUBMITTED: "sheet-submitted",
    Reason.UNKNOWN_KEY: "key-not-on-roster",
    Reason.BEGUN: "student-has-begun",
    Reason.ROSTER_CHANGED: "roster-changed",
}
_STATUS = {Reason.GONE: 410, Reason.UNKNOWN_KEY: 404}


class Refused(KeyedError):  # noqa: N818 -- nobody made a mistake
    """A change that a sheet's state does not allow; nothing was stored. `status` is HTTP's."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(_KEYS[reason])
        self.reason = reason
        self.status = _STATUS.get(reason, 409)
