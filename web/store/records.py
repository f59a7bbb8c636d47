"""The values that the store accepts and returns, independent of any database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Self

from ireval.messages.keyed_error import KeyedError
from web.store.students.staggered_start import MINUTE, Times, own_times


class Mode(StrEnum):
    """How often a student may submit answers."""

    ONCE = "once"
    PRACTICE = "practice"


class Late(StrEnum):
    """What happens to answers after the deadline."""

    REFUSED = "refused"
    ACCEPTED = "accepted"


class Deletion(StrEnum):
    """The state of a deletion; no query finds the deleted rows any more.

    `PENDING`: the files of the database still hold deleted bytes, because another program reads them. `BY_SERVER`: a
    database server cleans its files later by itself.
    """

    FINISHED = "finished"
    PENDING = "pending"
    BY_SERVER = "by server"


class Reason(StrEnum):
    """Why a change is not possible."""

    GONE = "gone"
    CLOSED = "closed"
    EARLY = "early"
    LATE = "late"
    SUBMITTED = "submitted"
    UNKNOWN_KEY = "unknown key"
    NOT_ISSUED = "not issued"
    REMOVED = "removed"
    BEGUN = "begun"
    ROSTER_CHANGED = "roster changed"
    STARTED = "started"
    COLLECTION_GONE = "collection gone"
    COLLECTIONS_FULL = "collections full"
    SHEETS_FULL = "sheets full"
    ROOM_GONE = "room gone"
    ROOM_FULL = "room full"
    ROUND_CLOSED = "round closed"
    ROUND_TOO_LARGE = "round too large"


class Sheet(NamedTuple):
    """A sheet as it was published. `body` is its JSON text; times have a zone.

    `open` is false once the owner has closed it. The `secret`, 32 hexadecimal digits, signs the keys that the sheet
    gives out. `now` is the time at which it was read, by the store's clock. A staggered start is spread over `spread`
    minutes, and each student may have `minutes`. `most` is the owner's limit of students.
    """

    id: str
    title: str
    mode: Mode
    body: str
    open: bool
    secret: str
    created: datetime
    expires: datetime
    opens: datetime | None
    deadline: datetime | None
    late: Late
    spread: int
    minutes: int
    most: int | None
    now: datetime

    def of(self, key: str) -> Self:
        """The sheet with the opening time and the deadline of the student with this key."""
        if not self.spread:
            return self
        own = own_times(self, key)
        return self._replace(opens=own.opens, deadline=own.deadline, spread=0, minutes=0)

    @property
    def turn(self) -> int:
        """How many minutes of a staggered start have passed, up to the last deadline; 0 if it is not staggered."""
        passed = (self.now - self.opens) // MINUTE if self.spread and self.opens else 0
        return max(0, min(passed, self.spread + self.minutes))

    @property
    def refusal(self) -> Reason | None:
        """Why no answers are accepted now; None if they are."""
        return refusal(self, self.now)

    @property
    def accepts(self) -> bool:
        """Whether answers are accepted now."""
        return self.refusal is None

    @property
    def early(self) -> bool:
        """Whether the sheet has not opened yet."""
        return self.opens is not None and self.now < self.opens

    @property
    def overdue(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and self.now >= self.deadline

    @property
    def over(self) -> bool:
        """Whether the deadline has passed and late answers are refused: what was saved counts as submitted."""
        return self.overdue and self.late is Late.REFUSED


def refusal(sheet: Times, now: datetime) -> Reason | None:
    """Why a sheet accepts no answers at the time ``now``; None if it does. At the deadline itself it is too late."""
    if not sheet.open:
        return Reason.CLOSED
    if sheet.opens is not None and now < sheet.opens:
        return Reason.EARLY
    if sheet.deadline is not None and now >= sheet.deadline and sheet.late == Late.REFUSED:
        return Reason.LATE
    return None


def submission(sheet: Sheet, begun: datetime | None, submitted: datetime | None) -> datetime | None:
    """When a student has submitted; if the deadline of the student's own sheet ends the work, then at the latest."""
    ended = sheet.deadline if begun and sheet.over and sheet.mode is Mode.ONCE else None
    return submitted or ended


class Published(NamedTuple):
    """A sheet's id, the secret parts of its two links, and the code that replaces a lost owner's link.

    Afterwards, only the owner's link leads to both.
    """

    id: str
    student: str
    owner: str
    recovery: str


class Answers(NamedTuple):
    """One student's answers to a sheet, by (exercise, part); the times when the student began and submitted.

    Once the deadline has passed, a student who began and did not submit has submitted at the deadline, unless late
    answers are accepted. `late` has the answers that were saved after the deadline. Without a roster, students have no
    `name`.
    """

    key: str
    begun: datetime | None
    submitted: datetime | None
    given: Mapping[tuple[str, str], str]
    name: str = ""
    late: frozenset[tuple[str, str]] = frozenset()


class SentAnswer(NamedTuple):
    """An answer as a student sends it, stored unless it is as it `was` on the student's page. `field` is for errors."""

    exercise: str
    part: str
    text: str
    was: str | None = None
    field: str = ""


class StudentRecord(NamedTuple):
    """A student of a class with the marks as they were last computed.

    The `answers` hold the texts only on request; `late` says whether one was saved after the deadline. `version` is the
    current version of the answers. `state` says what `marks` were computed from; both are empty without any.
    """

    answers: Answers
    late: bool
    version: str
    state: str
    marks: str


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


_KEYS = {
    Reason.GONE: "sheet-gone",
    Reason.CLOSED: "sheet-closed",
    Reason.EARLY: "sheet-early",
    Reason.LATE: "sheet-late",
    Reason.SUBMITTED: "sheet-submitted",
    Reason.UNKNOWN_KEY: "key-not-on-roster",
    Reason.NOT_ISSUED: "key-not-issued",
    Reason.REMOVED: "key-removed",
    Reason.BEGUN: "student-has-begun",
    Reason.ROSTER_CHANGED: "roster-changed",
    Reason.STARTED: "students-have-started",
    Reason.COLLECTION_GONE: "collection-gone",
    Reason.COLLECTIONS_FULL: "collections-full",
    Reason.SHEETS_FULL: "sheets-full",
    Reason.ROOM_GONE: "room-gone",
    Reason.ROOM_FULL: "room-full",
    Reason.ROUND_CLOSED: "round-closed",
    Reason.ROUND_TOO_LARGE: "round-too-large",
}
_STATUS = dict.fromkeys((Reason.GONE, Reason.REMOVED, Reason.COLLECTION_GONE, Reason.ROOM_GONE), 410)
_STATUS |= {Reason.UNKNOWN_KEY: 404, Reason.NOT_ISSUED: 404}
_STATUS |= dict.fromkeys((Reason.COLLECTIONS_FULL, Reason.SHEETS_FULL, Reason.ROOM_FULL), 503)


class Refused(KeyedError):  # noqa: N818 -- nobody made a mistake
    """A change that the state of a sheet, collection or room does not allow; nothing was stored.

    `status` is that of HTTP.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(_KEYS[reason])
        self.reason = reason
        self.status = _STATUS.get(reason, 409)
