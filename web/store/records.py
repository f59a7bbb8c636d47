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
    """One student's answers to a sheet, by (exercise, part); the times when the student began and submitted."""

    key: str
    begun: datetime | None
    submitted: datetime | None
    given: Mapping[tuple[str, str], str]


class Reason(StrEnum):
    """Why a change is no longer possible."""

    GONE = "gone"
    CLOSED = "closed"
    SUBMITTED = "submitted"


_KEYS = {Reason.GONE: "sheet-gone", Reason.CLOSED: "sheet-closed", Reason.SUBMITTED: "sheet-submitted"}


class Refused(KeyedError):  # noqa: N818 -- nobody made a mistake
    """A change that a sheet's state does not allow; nothing was stored. `status` is HTTP's."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(_KEYS[reason])
        self.reason = reason
        self.status = 410 if reason is Reason.GONE else 409
