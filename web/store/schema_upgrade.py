"""Updates the tables to what this version expects, only once, even if many processes and computers start together.

Two versions may work on one database, for example while the processes of a server are replaced one after the other. So
the database says which is the oldest revision whose code can work with its tables: the last migration declares it as
``oldest_code``. Without that declaration, only code that knows the last migration can.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from web.server.error_pages import StorageError
from web.store.connections.bulkhead import WORK, WORK_LOCKS
from web.store.connections.driver_errors import own_errors
from web.store.jobs import queue_tables
from web.store.schema import HEAD, metadata

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

STEPS = Path(__file__).parent / "migrations"
LOCK = 0x697265766C  # any number that no other program uses
#: The name that a migration declares, and the column beside the database's revision that stores it.
OLDEST = "oldest_code"
#: Seconds that a migration waits for a lock, and seconds until its next attempt; in between, others get the lock.
AT_ONCE, LATER = 0.3, 0.7
_one_at_a_time = threading.Lock()  # Alembic has one `op` for the whole process


def to_head(engine: Engine) -> None:
    """Migrate if needed. Alembic is loaded only then. Raises ``StorageError`` if the database is of a later version.

    A later version may have changed the tables if it declares that this one can still work with them.
    """
    queue = queue_tables.sql_folder()
    with engine.connect().execution_options(reads=True) as connection:
        is_usable = _is_usable(connection)
        if is_usable and queue_tables.are_current(connection, queue):
            return
    if not is_usable:
        script = migrations()  # read now, before the migration blocks others
        _between_others(engine, lambda connection: step(connection, HEAD, script))
    is_current = False

    def upgrade(connection: Connection) -> None:
        nonlocal is_current
        queue_tables.upgrade(connection, queue)
        is_current = queue_tables.are_current(connection, queue)

    while not is_current:
        _between_others(engine, upgrade)


def _between_others(engine: Engine, change: Callable[[Connection], None]) -> None:
    """Change tables in a transaction that gets each lock at once, or else begins again a little later.

    A transaction that waits for a lock on a whole table, for example during a backup, blocks all later ones.
    """
    end = time.monotonic() + WORK_LOCKS
    while True:
        try:
            with own_errors(engine.url), transaction(engine, AT_ONCE) as connection:
                change(connection)
        except StorageError as error:
            if error.key != "database-locked" or time.monotonic() > end:
                raise
            time.sleep(LATER)
        else:
            return


@contextmanager
def transaction(engine: Engine, lock_patience: float = WORK_LOCKS) -> Iterator[Connection]:
    """A transaction that may change tables, and waits for all others that do so.

    SQLite often changes a table by making a new one and dropping the old one, which would delete all rows that refer to
    it. So SQLite ignores references during the transaction, and they are checked at its end.
    """
    changing = engine.connect().execution_options(referring=False, patience=WORK, lock_patience=lock_patience)
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


def is_later(connection: Connection) -> bool:
    """Whether a later version has changed the tables."""
    return (revision(connection) or "") > HEAD


def _is_usable(connection: Connection) -> bool:
    """Whether this code can work with the tables as they are. Revisions are digits, so they are compared as texts."""
    return revision(connection) == HEAD or (is_later(connection) and _oldest_code(connection) <= HEAD)


def _oldest_code(connection: Connection) -> str:
    """The oldest revision whose code can work with the tables, as the last migration has declared it."""
    found = None
    if _has_compatibility(connection):
        found = connection.execute(text("SELECT oldest_code FROM alembic_version")).scalar_one_or_none()
    return str(found or revision(connection))


def _has_compatibility(connection: Connection) -> bool:
    return OLDEST in {column["name"] for column in inspect(connection).get_columns("alembic_version")}


def step(connection: Connection, target: str, script: ScriptDirectory | None = None) -> None:
    """Migrate up or down to a revision, or to `base`, in the current transaction.

    ``script`` holds the migrations if they are read already, so that others need not wait meanwhile.
    """
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext

    script = script or migrations()
    steps = list(reversed(list(script.walk_revisions())))
    order = ["base", *(found.revision for found in steps)]
    now = revision(connection) or "base"
    if now not in order:
        raise StorageError("database-later", found=now, known=HEAD)
    if target not in order:
        raise StorageError("revision-later", found=target, known=HEAD)
    start, end = order.index(now), order.index(target)
    context = MigrationContext.configure(connection, opts={"target_metadata": metadata})
    with Operations.context(context):
        for found in steps[start:end]:
            found.module.upgrade()
        for found in reversed(steps[end:start]):
            found.module.downgrade()
    context.stamp(script, target)
    if target != "base":
        if not _has_compatibility(connection):
            connection.execute(text("ALTER TABLE alembic_version ADD COLUMN oldest_code VARCHAR(32)"))
        declared = getattr(script.get_revision(target).module, OLDEST, target)
        connection.execute(text("UPDATE alembic_version SET oldest_code = :declared"), {"declared": declared})


def migrations() -> ScriptDirectory:
    """Read all migrations."""
    import alembic.operations
    import alembic.runtime.migration  # noqa: F401 - what `step` needs is loaded now
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(STEPS), version_locations=[str(STEPS)])
    script.get_heads()
    return script
