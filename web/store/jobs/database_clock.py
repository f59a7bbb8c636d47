"""The time by the database's clock, as an expression, in whole microseconds since 1970."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Compiled
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

#: Microseconds of a second.
SECOND = 1_000_000


class DatabaseClock(GenericFunction[int]):
    """Now. On PostgreSQL it goes on during a transaction."""

    type = BigInteger()
    inherit_cache = True
    name = "database_clock"


@compiles(DatabaseClock, "sqlite")
def _sqlite(element: DatabaseClock, compiler: Compiled, **options: Any) -> str:  # noqa: ARG001
    return "CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)"


@compiles(DatabaseClock, "postgresql")
def _postgresql(element: DatabaseClock, compiler: Compiled, **options: Any) -> str:  # noqa: ARG001
    return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
