"""A lock that one process of all that share a folder holds, until it releases the lock or ends in whatever way."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int, *, wait: bool) -> None:
        msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int, *, wait: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(file: Path) -> int | None:
    """The lock of this file, which ``release`` gives up; None if another process, or another call, holds it."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(handle, wait=False)
    except OSError:
        os.close(handle)
        return None
    return handle


def release(handle: int) -> None:
    """Give up a lock."""
    os.close(handle)


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Wait for the lock of this file, and hold it."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(handle, wait=True)
        yield
    finally:
        os.close(handle)
