"""A database named by a URL: a SQLite file or a PostgreSQL server, with the same guarantees.

Once a transaction is acknowledged, its changes are on disk. Each process has its own connections. They are opened when
they are first needed, after the tables have been updated to what this version expects.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, make_url

from web.server.error_pages import StorageError
from web.store import schema_upgrade
from web.store.erasure import Erasure
from web.store.records import Deletion

PATIENCE = 15  # seconds that a writer waits for other writers
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
PRAGMAS = "synchronous=FULL", "secure_delete=ON", "temp_store=MEMORY"


class Database:
    """Connections to one database; `migrated=False` leaves its tables as they are."""

    def __init__(self, url: str, *, migrated: bool = True) -> None:
        self.url = _url(url)
        self.file = Path(str(self.url.database)) if self.url.get_backend_name() == "sqlite" else None
        self._migrated = migrated
        self._engines: dict[int, Engine] = {}  # by process; a child keeps its parent's, and does not close it
        self._opening = threading.Lock()
        # A waiting SQLite sleeps and tries again, so an unlucky thread would wait long. Threads queue for this lock
        # instead.
        self._turn: AbstractContextManager[object] = threading.Lock() if self.file else nullcontext()
        self.erasure = Erasure(self.file, self._engine, self._turn)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may write. In SQLite it begins when no other one writes, so it never has to give up."""
        with _own_errors(self.url), self._turn, self._engine().begin() as connection:
            yield connection

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """A transaction that may also change tables."""
        with _own_errors(self.url), self._turn, schema_upgrade.transaction(self._engine()) as connection:
            yield connection

    @contextmanager
    def reading(self, *, snapshot: bool = False) -> Iterator[Connection]:
        """A transaction that only reads, and never waits for others; a `snapshot` sees one state from start to end."""
        options: dict[str, Any] = {"reads": True}
        if snapshot and not self.file:  # in SQLite every transaction is one
            options["isolation_level"] = "REPEATABLE READ"
        with (
            _own_errors(self.url),
            self._engine().connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    def close(self) -> None:
        """Close the connections of this process; the next use opens new ones."""
        self.erasure.close()
        engine = self._engines.pop(os.getpid(), None)
        if engine:
            engine.dispose()

    def _engine(self) -> Engine:
        found = self._engines.get(os.getpid())
        if found:
            return found
        with self._opening:
            if os.getpid() not in self._engines:
                engine = _sqlite(self.url, self.file) if self.file else _postgresql(self.url)
                try:
                    if self._migrated:
                        schema_upgrade.to_head(engine)
                except BaseException:
                    engine.dispose()
                    raise
                self._engines[os.getpid()] = engine
                if self.erasure.state() is Deletion.PENDING:
                    self.erasure.finish_later()  # an earlier process did not get as far as this
            return self._engines[os.getpid()]


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


@contextmanager
def _own_errors(url: URL) -> Iterator[None]:
    """Turn every failure of the database into a ``StorageError`` that names the database."""
    try:
        yield
    except (exc.DBAPIError, exc.TimeoutError, sqlite3.Error) as error:
        reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        raise StorageError("database-unusable", database=url.render_as_string(), reason=reason) from error


def _postgresql(url: URL) -> Engine:
    return create_engine(
        url,
        pool_pre_ping=True,
        hide_parameters=True,
        pool_timeout=PATIENCE,
        connect_args={"connect_timeout": 5, "application_name": "ireval"},
    )


def _sqlite(url: URL, path: Path) -> Engine:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)  # its log and index get the same permissions
    except OSError as error:
        raise StorageError("database-not-created", file=str(path), reason=error.strerror or str(error)) from error
    engine = create_engine(url, hide_parameters=True, pool_timeout=PATIENCE, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin below only, never by themselves
        _write_ahead(connection)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options: Any = connection.get_execution_options()
        raw: Any = connection.connection.driver_connection
        raw.execute(f"PRAGMA foreign_keys={'ON' if options.get('referring', True) else 'OFF'}")
        raw.execute("BEGIN" if options.get("reads") else "BEGIN IMMEDIATE")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on, which the file remembers.

    A second process has to wait here, as SQLite itself does not.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            if mode != "wal":
                raise sqlite3.OperationalError("this file system cannot hold SQLite's write-ahead log")
            return
