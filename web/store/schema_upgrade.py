"""Updates the tables to what this version expects, only once, even if many processes and computers start together."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from web.server.error_pages import StorageError
from web.store.connections.bulkhead import WORK, WORK_LOCKS
from web.store.jobs import queue_tables
from web.store.schema import HEAD, metadata

STEPS = Path(__file__).parent / "migrations"
LOCK = 0x697265766C  # any number that no other program uses
_one_at_a_time = threading.Lock()  # Alembic has one `op` for the whole process


def to_head(engine: Engine) -> None:
    """Migrate if needed. Alembic is loaded only then."""
    queue = queue_tables.sql_folder()
    with engine.connect().execution_options(reads=True) as connection:
        if revision(connection) == HEAD and queue_tables.are_current(connection, queue):
            return
    with transaction(engine) as connection:
        step(connection, HEAD)
    is_current = False
    while not is_current:
        with transaction(engine) as connection:
            queue_tables.upgrade(connection, queue)
            is_current = queue_tables.are_current(connection, queue)


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction that may change tables, and waits for all others that do so.

    SQLite often changes a table by making a new one and dropping the old one, which would delete all rows that refer to
    it. So SQLite ignores references during the transaction, and they are checked at its end.
    """
    changing = engine.connect().execution_options(referring=False, patience=WORK, lock_patience=WORK_LOCKS)
    with _one_at_a_time, changing as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        yield connection
        if connection.dialect.name == "sqlite":
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if lost:
                raise StorageError("rows-without-parents", table=str(lost[0]))


def revision(connection: Connection) -> str | None:
    """The last migration that was applied to the database; None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def step(connection: Connection, target: str) -> None:
    """Migrate up or down to a revision, or to `base`, in the current transaction."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(STEPS), version_locations=[str(STEPS)])
    order = ["base", *(found.revision for found in reversed(list(script.walk_revisions())))]
    now = revision(connection) or "base"
    if now not in order:
        raise StorageError("database-later", found=now, known=HEAD)
    if target not in order:
        raise StorageError("revision-later", found=target, known=HEAD)
    ways: Any = script._upgrade_revs if order.index(target) >= order.index(now) else script._downgrade_revs
    with EnvironmentContext(Config(), script, fn=lambda current, _: ways(target, current)) as environment:
        environment.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
        environment.run_migrations()
