"""Waits for the database and failures of it, passed on to those who count them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from web.server.error_pages import StorageError

#: A shorter wait is none: a place, a connection and the turn to write were free.
SHORTEST = 0.001
_waits: list[Callable[[float], None]] = []
_failures: list[Callable[[str], None]] = []


def watch(wait: Callable[[float], None], failure: Callable[[str], None]) -> None:
    """Have ``wait`` called with the seconds of each wait, and ``failure`` with the key of each error."""
    _waits.append(wait)
    _failures.append(failure)


@contextmanager
def counted() -> Iterator[Callable[[], None]]:
    """Goes around a transaction: gives what is to be called once it has begun, and notes the wait and the failure."""
    start, is_waiting = time.monotonic(), True

    def begun() -> None:
        nonlocal is_waiting
        seconds, is_waiting = time.monotonic() - start, False
        if seconds >= SHORTEST:
            for wait in _waits:
                wait(seconds)

    try:
        yield begun
    except StorageError as error:
        if is_waiting:
            begun()
        for failure in _failures:
            failure(error.key)
        raise
