"""The engines of SQLAlchemy for both databases: how their connections are made, and how transactions begin.

Options of a connection: ``patience``, the seconds that each answer may take; ``lock_patience``, the seconds to wait for
locks of others, derived from ``patience`` by default; ``reads`` for a transaction that only reads; ``snapshot`` for one
that sees one state from start to end; ``bare`` for statements of PostgreSQL that run in no transaction; and
``referring=False`` to ignore references in SQLite.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event

from web.server.error_pages import StorageError
from web.store.connections.bulkhead import BRIEF, PATIENCE

PRAGMAS = "synchronous=FULL", "secure_delete=ON", "temp_store=MEMORY"
#: The shares of the patience after which the server gives up waiting for a lock and running a statement. It gives up
#: before the client does, because only the server can name the cause.
LOCKS, STATEMENTS = 0.8, 0.9
#: Seconds after which the server ends a transaction whose client does nothing.
IDLE = 120
_opening = threading.local()


@contextmanager
def connecting_within(seconds: float) -> Iterator[None]:
    """Limit the time that each new connection of this thread may take to be made."""
    before = getattr(_opening, "patience", PATIENCE)
    _opening.patience = seconds
    try:
        yield
    finally:
        _opening.patience = before


def postgresql(url: URL) -> Engine:
    """The engine for a PostgreSQL server, or for PgBouncer in front of it: no setting outlives a transaction there."""
    from web.store.connections.bounded_connection import BoundedConnection, connect

    engine = create_engine(
        url,
        pool_pre_ping=True,
        hide_parameters=True,
        pool_timeout=PATIENCE,
        connect_args={"application_name": "ireval", "autocommit": True, "prepare_threshold": None},
    )

    @event.listens_for(engine, "do_connect")
    def make(_: object, __: object, arguments: Any, options: Any) -> BoundedConnection:
        return connect(getattr(_opening, "patience", PATIENCE), *arguments, **options)

    @event.listens_for(engine, "checkin")
    def rest(connection: BoundedConnection | None, _: object) -> None:
        if connection:
            connection.patience = BRIEF  # for the check whether it still works

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options: Any = connection.get_execution_options()
        patience = options.get("patience", PATIENCE)
        raw: Any = connection.connection.driver_connection
        raw.patience = patience
        if not options.get("bare"):
            connection.exec_driver_sql(_begin(patience, options))

    return engine


def _begin(patience: float, options: Any) -> str:
    """Begins a transaction and sets its limits, in one message to the server; in milliseconds."""
    level = "REPEATABLE READ" if options.get("snapshot") else "READ COMMITTED"
    settings = {
        "statement_timeout": STATEMENTS * patience,
        "lock_timeout": options.get("lock_patience", LOCKS * patience),
        "idle_in_transaction_session_timeout": IDLE,
    }
    limits = (f"SET LOCAL {name} = {max(int(1000 * seconds), 1)}" for name, seconds in settings.items())
    return "; ".join((f"BEGIN ISOLATION LEVEL {level}", *limits))


def sqlite(url: URL, path: Path) -> Engine:
    """The engine for a SQLite file, which is made if it does not exist. Raises ``StorageError``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)  # its log and index get the same permissions
    except OSError as error:
        raise StorageError("database-not-created", file=str(path), reason=error.strerror or str(error)) from error
    engine = create_engine(url, hide_parameters=True, pool_timeout=PATIENCE, connect_args={"timeout": 0})

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # only the listener below begins transactions, never the driver
        _write_ahead(connection, getattr(_opening, "patience", PATIENCE))
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options: Any = connection.get_execution_options()
        patience = options.get("lock_patience", options.get("patience", PATIENCE))
        raw: Any = connection.connection.driver_connection
        raw.execute(f"PRAGMA busy_timeout={int(1000 * patience)}")
        raw.execute(f"PRAGMA foreign_keys={'ON' if options.get('referring', True) else 'OFF'}")
        try:
            raw.execute("BEGIN" if options.get("reads") else "BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if _is_read_only(error):
                connection.invalidate(error)
            raise

    @event.listens_for(engine, "handle_error")
    def give_up(context: ExceptionContext) -> None:
        context.is_disconnect = context.is_disconnect or _is_read_only(context.original_exception)

    return engine


def _is_read_only(error: BaseException) -> bool:
    """Whether the file was read-only; a connection that was opened then cannot write until it is reopened."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY


def _write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Turn the write-ahead log on, which the file remembers.

    The loop waits for other processes, because SQLite does not wait for this statement.
    """
    end = time.monotonic() + patience
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
