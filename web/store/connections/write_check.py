"""Checks that a database can be written to, without changing its content."""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlalchemy import Connection

from web.server.error_pages import StorageError

#: Bytes that the disk of a SQLite file must have free. Its log can have room although the disk is full.
FREE = 1_000_000
#: A read-only database refuses even a deletion without rows. A sort that does not fit in the memory of the session
#: writes a temporary file beside PostgreSQL's data, which is removed.
_ON_POSTGRESQL = (
    "SET LOCAL work_mem = '64kB'",
    "DELETE FROM alembic_version WHERE false",
    "SELECT count(*) FROM (SELECT md5(n::text) AS x FROM generate_series(1, 3000) n ORDER BY x OFFSET 0) AS sorted",
)


def write(connection: Connection) -> None:
    """Write a value that is stored already, in the current transaction."""
    if connection.dialect.name == "sqlite":
        count = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {count}")
        return
    for statement in _ON_POSTGRESQL:
        connection.exec_driver_sql(statement)


def expect_space(file: Path, database: str) -> None:
    """Raise ``StorageError`` if the disk of a file is full."""
    free = shutil.disk_usage(file.parent).free
    if free < FREE:
        raise StorageError("database-full", database=database, reason=f"{free:,} bytes are free")
