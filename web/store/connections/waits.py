"""Reports waits for the database, and its failures, to the functions that count them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from web.server.error_pages import StorageError

#: Shorter waits, in seconds, are not reported: a place, a connection and the turn to write were free.
SHORTEST = 0.001
_waits: list[Callable[[float], None]] = []
_failures: list[Callable[[str], None]] = []


def watch(wait: Callable[[float], None], failure: Callable[[str], None]) -> None:
    """Have ``wait`` called with the seconds of each wait, and ``failure`` with the key of each error."""
    _waits.append(wait)
    _failures.append(failure)


@contextmanager
def report_waits() -> Iterator[Callable[[], None]]:
    """Surround a transaction: gives a function to call once it has begun, and reports the wait and a failure."""
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
