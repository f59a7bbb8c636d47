"""Students who have begun, among whom the owner of a sheet looks for those who are not from the class."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Sieve(NamedTuple):
    """A filter for students: those who began from ``since`` and before ``until``, with at most ``most`` answers."""

    since: datetime | None = None
    until: datetime | None = None
    most: int | None = None


class Beginner(NamedTuple):
    """A student who began at ``begun``: ``given`` is the number of saved answers, ``saved`` the time of the last."""

    key: str
    begun: datetime
    given: int
    saved: datetime | None
