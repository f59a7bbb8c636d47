"""Students who have begun, as the owner of a sheet looks for those who are not from the class."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Sieve(NamedTuple):
    """Which students are meant: those who began from ``since`` and before ``until``, with at most ``most`` answers."""

    since: datetime | None = None
    until: datetime | None = None
    most: int | None = None


class Beginner(NamedTuple):
    """A student who has begun: the key, when that was, how many answers are saved, and when the last one was."""

    key: str
    begun: datetime
    given: int
    saved: datetime | None
