"""A database named by a URL: a SQLite file or a PostgreSQL server, with the same guarantees.

Once a transaction is acknowledged, its changes are on disk. Each process has its own connections. They are opened when
they are first needed, after the tables have been updated to what this version expects.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, exc, make_url

from web.server.error_pages import StorageError
from web.store import schema_upgrade
from web.store.connections import engines, waits, write_check
from web.store.connections.bulkhead import PATIENCE, WORK_LOCKS, Bulkhead, Turn
from web.store.connections.driver_errors import own_errors
from web.store.erasure import Erasure
from web.store.records import Deletion

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
#: Seconds that a thread waits for another one to open the database.
OPENING = 1.0


class Database:
    """Connections to one database, for a process with this number of ``threads``.

    A transaction waits a limited time for each answer; as a whole it may take longer. ``migrated=False`` leaves the
    tables as they are.
    """

    def __init__(self, url: str, *, migrated: bool = True, threads: int = 10) -> None:
        self.url = _url(url)
        self.file = Path(str(self.url.database)) if self.url.get_backend_name() == "sqlite" else None
        self._migrated = migrated
        self._engines: dict[int, Engine] = {}  # by process; a child keeps its parent's, and does not close it
        self._opening = threading.Lock()
        self._name = self.url.render_as_string()
        self._turn = Turn(self._name, is_file=self.file is not None)
        self._bulkhead = Bulkhead(self._name, threads, self._probe)
        self.erasure = Erasure(self.file, self._engine, self._turn)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may write. In SQLite it begins once no other one writes, so it need not give up later."""
        with (
            waits.report_waits() as has_begun,
            self._bulkhead.place() as seconds,
            self._turn.hold(seconds) as left,
            own_errors(self.url),
            self._connected(seconds, patience=left) as connection,
            connection.begin(),
        ):
            has_begun()
            yield connection

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """A transaction that may also change tables."""
        with (
            self._bulkhead.place(),
            self._turn.hold(WORK_LOCKS),
            own_errors(self.url),
            schema_upgrade.transaction(self._engine()) as connection,
        ):
            yield connection

    @contextmanager
    def reading(self, *, snapshot: bool = False, patience: float | None = None) -> Iterator[Connection]:
        """A transaction that only reads, and never waits for others; a `snapshot` sees one state from start to end.

        A longer ``patience``, in seconds, is for work that no visitor waits for, such as a backup.
        """
        with waits.report_waits() as has_begun, self._place_to_read() as seconds, own_errors(self.url):
            options = {"reads": True, "snapshot": snapshot, "patience": patience or seconds}
            with self._connected(seconds, **options) as connection, connection.begin():
                has_begun()
                yield connection

    def check_writes(self) -> None:
        """Raise ``StorageError`` if nothing can be stored. The check changes no content."""
        with self.writing() as connection:
            write_check.write(connection)
        if self.file:
            write_check.expect_space(self.file, self._name)

    def close(self) -> None:
        """Close the connections of this process; the next use opens new ones."""
        self.erasure.close()
        self._bulkhead.close()
        engine = self._engines.pop(os.getpid(), None)
        if engine:
            engine.dispose()

    def _place_to_read(self) -> AbstractContextManager[float]:
        """A place in the bulkhead; readers of an open SQLite file need none, because they never wait for others."""
        return nullcontext(PATIENCE) if self.file and os.getpid() in self._engines else self._bulkhead.place()

    def _connected(self, seconds: float, **options: Any) -> Connection:
        with engines.connecting_within(seconds):
            return self._engine().connect().execution_options(**options)

    def _engine(self) -> Engine:
        found = self._engines.get(os.getpid())
        if found:
            return found
        if not self._opening.acquire(timeout=OPENING):
            raise StorageError("database-too-many", database=self._name, count=1)
        try:
            if os.getpid() not in self._engines:
                engine = self._new_engine()
                try:
                    if self._migrated:
                        schema_upgrade.to_head(engine)
                except BaseException:
                    engine.dispose()
                    raise
                self._engines[os.getpid()] = engine
                if self.erasure.state() is Deletion.PENDING:
                    self.erasure.finish_later()  # an earlier process did not finish its deletions
            return self._engines[os.getpid()]
        finally:
            self._opening.release()

    def _new_engine(self) -> Engine:
        return engines.sqlite(self.url, self.file) if self.file else engines.postgresql(self.url)

    def _probe(self) -> None:
        """Begin a transaction that may write, and end it. Raises ``StorageError``."""
        opened = self._engines.get(os.getpid())
        engine = opened or self._new_engine()
        try:
            with own_errors(self.url), engine.connect() as connection, connection.begin():
                pass
        finally:
            if not opened:
                engine.dispose()


def _url(text: str) -> URL:
    """The URL with its driver; a text without a scheme is the path of a SQLite file."""
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
        url = url.set(drivername=DRIVERS[url.drivername])
    except (exc.ArgumentError, ValueError, KeyError):
        raise StorageError("database-url-scheme") from None
    if url.get_backend_name() == "sqlite" and (url.database or ":memory:") == ":memory:":
        raise StorageError("database-url-without-file")
    return url
