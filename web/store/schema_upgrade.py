"""Bring the tables to what this version expects, once, however many processes and computers start at the same time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from web.server.error_pages import StorageError
from web.store.schema import HEAD, metadata

STEPS = Path(__file__).parent / "migrations"
LOCK = 0x697265766C  # any number, as long as nobody else takes it
_one_at_a_time = threading.Lock()  # Alembic's `op` is one for the whole process


def to_head(engine: Engine) -> None:
    """Migrate if need be. Alembic is loaded only then."""
    with engine.connect().execution_options(reads=True) as connection:
        if revision(connection) == HEAD:
            return
    with transaction(engine) as connection:
        step(connection, HEAD)


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction that may change tables, after all others that do so.

    SQLite changes many a table by making a new one and dropping the old one, with which all rows would go that refer to
    it. So it looks away meanwhile, and checks at the end.
    """
    changing = engine.connect().execution_options(referring=False)
    with _one_at_a_time, changing as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        yield connection
        if connection.dialect.name == "sqlite":
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if lost:
                raise StorageError(f"Rows of the table {lost[0]} do not fit in: what they belong to is missing.")


def revision(connection: Connection) -> str | None:
    """The last migration that the database has seen, None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def step(connection: Connection, target: str) -> None:
    """Go up or down to a migration, or to `base`, in the transaction that is under way."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(STEPS), version_locations=[str(STEPS)])
    order = ["base", *(found.revision for found in reversed(list(script.walk_revisions())))]
    now = revision(connection) or "base"
    if now not in order:
        raise StorageError(f"The database was made by a later version: its state is {now}, and {HEAD} is known here.")
    if target not in order:
        raise StorageError(f"The state {target} is of a later version; {HEAD} is known here.")
    ways: Any = script._upgrade_revs if order.index(target) >= order.index(now) else script._downgrade_revs
    with EnvironmentContext(Config(), script, fn=lambda current, _: ways(target, current)) as environment:
        environment.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
        environment.run_migrations()
