"""For workers on a SQLite file: a lock that only one of them can have, and a cheap test for changes."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path


class OnlyWorker:
    """The right to work on the jobs of a SQLite file, which one process has until it gives it up or ends in any way.

    It is a lock of SQLite on an empty file beside the database.
    """

    def __init__(self, file: Path) -> None:
        self._file = Path(f"{file}-worker")
        self._lock: sqlite3.Connection | None = None

    def take(self) -> bool:
        """Try to take the right; returns whether this process has it now."""
        with suppress(sqlite3.Error):
            connection = sqlite3.connect(self._file, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error:
                connection.close()
                raise
            self._lock = connection
        return self._lock is not None

    def give_up(self) -> None:
        """Give up the right, so that another process can take it."""
        if self._lock:
            self._lock.close()
        self._lock = None


class Changes:
    """Notices that a SQLite file has changed, without reading a table."""

    def __init__(self, file: Path) -> None:
        self._address = f"{file.absolute().as_uri()}?mode=ro"
        self._connection: sqlite3.Connection | None = None
        self._version: object = None

    def happened(self) -> bool:
        """Whether the file may have changed since the last call; True if that cannot be found out."""
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self._address, uri=True, check_same_thread=False)
            version = self._connection.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:
            self.close()
            return True
        before, self._version = self._version, version
        return bool(before != version)

    def close(self) -> None:
        """Close the connection."""
        if self._connection:
            self._connection.close()
        self._connection = None


def has_worker(file: Path) -> bool:
    """Whether a process has the right to work on the jobs of this SQLite file."""
    lock = Path(f"{file}-worker")
    if not lock.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{lock.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        return True
    return False
