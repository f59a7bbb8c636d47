"""A database behind a URL: SQLite's file or a PostgreSQL server, with the same promises from both.

What a transaction acknowledged is on disk. Each process has its own connections, opened when they are first needed and
after the tables are what this version expects.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, make_url

from web.server.error_pages import StorageError
from web.store import schema_upgrade

PATIENCE = 15  # seconds that a writer waits for others
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
PRAGMAS = "synchronous=FULL", "secure_delete=ON"


class Database:
    """Connections to one database; `migrated=False` leaves its tables as they are."""

    def __init__(self, url: str, *, migrated: bool = True) -> None:
        self.url = _url(url)
        self.file = Path(str(self.url.database)) if self.url.get_backend_name() == "sqlite" else None
        self._migrated = migrated
        self._engines: dict[int, Engine] = {}  # by process; those of a parent are kept, not closed, by its children
        self._opening = threading.Lock()
        # Where SQLite waits, it sleeps and looks again, so whoever is unlucky waits long: threads queue up instead.
        self._turn: AbstractContextManager[object] = threading.Lock() if self.file else nullcontext()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may write. SQLite's begins when no other one writes, so it never has to give up."""
        with _told(self.url), self._turn, self._engine().begin() as connection:
            yield connection

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """A transaction that may also change tables."""
        with _told(self.url), self._turn, schema_upgrade.transaction(self._engine()) as connection:
            yield connection

    @contextmanager
    def reading(self, *, snapshot: bool = False) -> Iterator[Connection]:
        """A transaction that only reads, and waits for nobody; a `snapshot` sees one state all the time."""
        options: dict[str, Any] = {"reads": True}
        if snapshot and not self.file:  # SQLite always does
            options["isolation_level"] = "REPEATABLE READ"
        with _told(self.url), self._engine().connect().execution_options(**options) as connection, connection.begin():
            yield connection

    def forget(self) -> None:
        """Take what was deleted out of SQLite's log too, if nobody reads just now."""
        if self.file:
            with suppress(sqlite3.Error), closing(sqlite3.connect(self.file, timeout=0.2)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close this process' connections; the next use opens new ones."""
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
            return self._engines[os.getpid()]


def _url(text: str) -> URL:
    """The URL with its driver; what has no scheme is the path of a SQLite file."""
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
        url = url.set(drivername=DRIVERS[url.drivername])
    except (exc.ArgumentError, ValueError, KeyError):
        raise StorageError("DATABASE_URL must begin with sqlite:/// or postgresql://, with a path or a name.") from None
    if url.get_backend_name() == "sqlite" and (url.database or ":memory:") == ":memory:":
        raise StorageError("DATABASE_URL names no file. Set for example DATABASE_URL=sqlite:///sheets.sqlite.")
    return url


@contextmanager
def _told(url: URL) -> Iterator[None]:
    """What the database cannot do, as one error that names it."""
    try:
        yield
    except (exc.DBAPIError, exc.TimeoutError, sqlite3.Error) as error:
        reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        raise StorageError(f"{url.render_as_string()} cannot be used: {reason}") from error


def _postgresql(url: URL) -> Engine:
    return create_engine(
        url,
        pool_pre_ping=True,
        pool_timeout=PATIENCE,
        connect_args={"connect_timeout": 5, "application_name": "ireval"},
    )


def _sqlite(url: URL, path: Path) -> Engine:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)  # its log and index take over who may read it
    except OSError as error:
        raise StorageError(f"{path} cannot be made: {error.strerror}.") from error
    engine = create_engine(url, pool_timeout=PATIENCE, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin below, and nowhere by themselves
        _write_ahead(connection)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        options: Any = connection.get_execution_options()
        raw: Any = connection.connection.driver_connection
        raw.execute(f"PRAGMA foreign_keys={'ON' if options.get('referring', True) else 'OFF'}")
        raw.execute("BEGIN" if options.get("reads") else "BEGIN IMMEDIATE")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on. The file remembers it; who comes second waits, for which SQLite has no patience."""
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
