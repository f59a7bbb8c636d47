"""The times of a single student, where the start is spread over some minutes.

Each key has an opening minute of its own. It follows from the sheet and the key, so it is the same on every server and
after a restore, and nothing is stored for it. The minutes are distributed evenly. Where the owner gives everybody the
same time, each key has a deadline of its own as well.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

MINUTE = timedelta(minutes=1)


class Times(Protocol):
    """The values that decide whether answers are accepted."""

    @property
    def open(self) -> bool:
        """False once the owner has closed the sheet."""

    @property
    def opens(self) -> datetime | None:
        """The opening time, if there is one."""

    @property
    def deadline(self) -> datetime | None:
        """The deadline, if there is one."""

    @property
    def late(self) -> str:
        """A value of `Late`."""


class Staggered(Times, Protocol):
    """The times of a sheet, whose start may be spread over ``spread`` minutes, each student having ``minutes``."""

    @property
    def id(self) -> str:
        """The sheet."""

    @property
    def spread(self) -> int:
        """Over how many minutes the start is spread; 0 if all start at once."""

    @property
    def minutes(self) -> int:
        """How long each student has; 0 if all have the same deadline."""


class OwnTimes(NamedTuple):
    """The times of one student."""

    open: bool
    opens: datetime | None
    deadline: datetime | None
    late: str


def own_times(sheet: Staggered, key: str) -> OwnTimes:
    """The times of the student with this key; those of the sheet where the start is not staggered."""
    opens, deadline = sheet.opens, sheet.deadline
    if sheet.spread and opens:
        opens += own_minute(sheet.id, key, sheet.spread) * MINUTE
        deadline = opens + sheet.minutes * MINUTE if sheet.minutes else deadline
    return OwnTimes(sheet.open, opens, deadline, sheet.late)


def own_minute(sheet: str, key: str, spread: int) -> int:
    """The minute after the opening, from 0 to ``spread`` - 1, at which the sheet with this id opens for a key.

    >>> sorted({own_minute("92d9aadaeb21", f"K{number}", 3) for number in range(20)})
    [0, 1, 2]
    """
    return int.from_bytes(hashlib.sha256(f"{sheet} {key}".encode()).digest()[:8]) % spread


def last_deadline(opens: datetime, spread: int, minutes: int) -> datetime:
    """The deadline of those who start last."""
    return opens + (spread - 1 + minutes) * MINUTE
