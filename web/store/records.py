"""What the store takes and gives: plain values, which know nothing of a database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Mode(StrEnum):
    """How often a student hands answers in."""

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
    """A new sheet: its id and the secret parts of its two links, which nobody can be told again but by the owner's."""

    id: str
    student: str
    owner: str


class Answers(NamedTuple):
    """One student's answers to a sheet, by (exercise, part); when the student began and, once submitted, when."""

    key: str
    begun: datetime | None
    submitted: datetime | None
    given: Mapping[tuple[str, str], str]


class Reason(StrEnum):
    """Why a change cannot be made any more."""

    GONE = "gone"
    CLOSED = "closed"
    SUBMITTED = "submitted"


TEXTS = {
    Reason.GONE: "This sheet has expired or was deleted, so nothing can be stored for it any more.",
    Reason.CLOSED: "This sheet is closed: its owner takes no more answers just now.",
    Reason.SUBMITTED: "These answers were submitted, and this sheet takes them once. They stand as they are.",
}


class Refused(Exception):  # noqa: N818 - not an error of anybody's
    """A change that a sheet's state does not allow; nothing was stored. `status` is HTTP's."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(TEXTS[reason])
        self.reason = reason
        self.status = 410 if reason is Reason.GONE else 409
