"""What a worker needs of a SQLite file: to be the only one, and to notice cheaply that something has changed."""

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
        self._held: sqlite3.Connection | None = None

    def take(self) -> bool:
        """Whether this process has the right now."""
        with suppress(sqlite3.Error):
            connection = sqlite3.connect(self._file, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error:
                connection.close()
                raise
            self._held = connection
        return self._held is not None

    def give_up(self) -> None:
        """Let another process have it."""
        if self._held:
            self._held.close()
        self._held = None


class Changes:
    """Whether anybody has changed a SQLite file since the last look, which reads no table."""

    def __init__(self, file: Path) -> None:
        self._address = f"{file.absolute().as_uri()}?mode=ro"
        self._connection: sqlite3.Connection | None = None
        self._version: object = None

    def happened(self) -> bool:
        """Whether something may have changed; so it may whenever that cannot be found out."""
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
        """Look no more."""
        if self._connection:
            self._connection.close()
        self._connection = None


def is_held(file: Path) -> bool:
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
