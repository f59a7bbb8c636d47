"""A limit on the processor time that questions may take, for pages that must answer soon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

from ireval.errors import InputError

#: Seconds for a page that draws a whole sheet: several times what usual sheets take, also on a slow computer.
SHORT = 3
#: Seconds for publishing a sheet, for which several variants are tried; few sheets are published at a time.
PUBLISHING = 8

_end: ContextVar[float] = ContextVar("end", default=inf)


class OutOfTimeError(InputError):
    """The time limit is reached. Questions made so far are cached, so the next attempt gets further."""

    def at(self, field: str) -> OutOfTimeError:
        """Return the same error for another field."""
        return OutOfTimeError(field, self.key, **self.values)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Allow the questions made inside this block, or this decorated function, this much processor time together."""
    limit = _end.set(min(_end.get(), time.thread_time() + seconds))
    try:
        yield
    finally:
        _end.reset(limit)


def check_time(exercise: str) -> None:
    """Raise ``OutOfTimeError`` for the exercise with this id if the time limit is reached."""
    if time.thread_time() > _end.get():
        raise OutOfTimeError(exercise, "exercise-takes-too-long")
