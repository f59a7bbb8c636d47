"""Finishes deletions: before that, the files of the database may still hold bytes of rows that no query finds any more.

In SQLite, the log holds former versions of pages, and pages that were split hold copies of rows, although deleted rows
are overwritten. So the file is written again, and the log is emptied. While another program reads, the log cannot be
emptied; then this is tried again until it succeeds, also by the next process. The file's ``user_version`` counts the
unfinished deletions, so that every process knows of them.

In PostgreSQL, the tables are vacuumed, so that the server uses the space again; the rest is the server's.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, exc

from web.server.error_pages import StorageError
from web.store.connections.bulkhead import WORK, WORK_LOCKS, Turn
from web.store.records import Deletion
from web.store.schema import metadata

READERS = 0.5  # seconds to wait for readers; meanwhile, writers wait too
AGAIN, LONGEST = 1.0, 60.0  # seconds until the next attempt: at first, and at most


def note(connection: Connection) -> None:
    """Note, in the transaction of a deletion, that the deletion is not finished yet."""
    if connection.dialect.name == "sqlite":
        count = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {count % 1_000_000 + 1}")


class Erasure:
    """The unfinished deletions of one database; of a SQLite file if there is a ``file``.

    In its ``turn``, no other thread of the process writes.
    """

    def __init__(self, file: Path | None, engine: Callable[[], Engine], turn: Turn) -> None:
        self._file, self._engine, self._turn = file, engine, turn
        self._starting = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._rewritten = 0  # the count for which the file was rewritten already

    def finish(self) -> Deletion:
        """Try to finish all deletions; what does not succeed now is tried again later, in the background.

        PostgreSQL's vacuum always runs in the background.
        """
        if self._file is None or not self._attempt():
            self.finish_later()
        return self.state()

    def finish_later(self) -> None:
        """Finish all deletions in the background."""
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._stop = threading.Event()
                self._thread = threading.Thread(target=self._retry, args=(self._stop,), daemon=True, name="erasure")
                self._thread.start()

    def empty_log(self) -> bool:
        """Try to empty SQLite's log, which may hold bytes of what was deleted and overwritten in the file itself.

        Returns whether the log is empty now, which fails while another connection reads. It does not wait for readers.
        """
        log = self._file and Path(f"{self._file}-wal")
        if self._file is None or log is None or not log.exists() or not log.stat().st_size:
            return True
        with (
            suppress(sqlite3.Error, StorageError),
            self._turn.hold(READERS),
            closing(self._connection(self._file)) as connection,
        ):
            connection.execute("PRAGMA busy_timeout = 0")
            return not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        return False

    def state(self) -> Deletion:
        """The state of the deletions."""
        if self._file is None:
            return Deletion.BY_SERVER
        try:
            with closing(self._connection(self._file)) as connection:
                return Deletion.PENDING if _count(connection) else Deletion.FINISHED
        except sqlite3.Error:
            return Deletion.PENDING if self._file.exists() else Deletion.FINISHED

    def close(self) -> None:
        """Stop; the next process, or the next use, finishes the remaining deletions."""
        thread = self._thread
        self._stop.set()
        if thread and thread.is_alive():
            thread.join(LONGEST)

    def _retry(self, stop: threading.Event) -> None:
        pause = AGAIN
        while not stop.is_set() and not self._attempt():
            stop.wait(pause)
            pause = min(2 * pause, LONGEST)

    def _attempt(self) -> bool:
        """Try once to finish all deletions; returns whether nothing is left to do."""
        if self._file is None:
            return self._vacuum()
        with suppress(StorageError), self._turn.hold(READERS):
            return self._rewrite(self._file)
        return False

    def _rewrite(self, file: Path) -> bool:
        if not file.exists():
            return True
        with suppress(sqlite3.Error), closing(self._connection(file)) as connection:
            count = _count(connection)
            if count and self._rewritten != count:
                connection.execute("VACUUM")
                self._rewritten = count
            if not count or connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                return not count
            connection.execute("BEGIN IMMEDIATE")
            done = _count(connection) == count
            if done:
                connection.execute("PRAGMA user_version = 0")
            connection.execute("COMMIT")
            return done
        return False

    def _vacuum(self) -> bool:
        tables = ", ".join(table.name for table in metadata.sorted_tables)
        with suppress(exc.SQLAlchemyError, StorageError), self._engine().connect() as connection:
            options = {"bare": True, "patience": WORK, "lock_patience": WORK_LOCKS}
            connection.execution_options(**options).exec_driver_sql(f"VACUUM {tables}")
        return True  # the server does the rest by itself, in its own time

    @staticmethod
    def _connection(file: Path) -> sqlite3.Connection:
        """A connection that never makes a file."""
        return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=READERS, isolation_level=None)


def _count(connection: sqlite3.Connection) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found
