"""Translates errors of the database drivers into errors for the person who runs the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, exc

from web.server.error_pages import StorageError

#: The keys of errors by PostgreSQL's codes; a short code stands for its whole class.
STATES = {
    "57014": "database-no-answer",  # cancelled, by statement_timeout
    "55P03": "database-locked",
    "40P01": "database-locked",
    "40001": "database-locked",
    "53100": "database-full",
    "25006": "database-read-only",
    "53300": "database-too-many-connections",
    "57P": "database-unreachable",  # it starts or stops
    "08": "database-unreachable",
}
#: The keys of errors by SQLite's primary result codes.
CODES = {
    sqlite3.SQLITE_BUSY: "database-locked",
    sqlite3.SQLITE_LOCKED: "database-locked",
    sqlite3.SQLITE_FULL: "database-full",
    sqlite3.SQLITE_READONLY: "database-read-only",
}
UNUSABLE = "database-unusable"


@contextmanager
def own_errors(url: URL) -> Iterator[None]:
    """Turn every failure of the database into a ``StorageError`` that names the database and the cause."""
    try:
        yield
    except (exc.DBAPIError, exc.TimeoutError, sqlite3.Error) as error:
        original: object = getattr(error, "orig", error)
        reason = str(original).strip().partition("\n")[0]
        raise StorageError(_key(error, original), database=url.render_as_string(), reason=reason) from error


def _key(error: Exception, original: object) -> str:
    if isinstance(error, exc.TimeoutError):
        return "database-too-many-connections"
    if isinstance(original, sqlite3.Error):
        return CODES.get(getattr(original, "sqlite_errorcode", 0) & 0xFF, UNUSABLE)
    names = {kind.__name__ for kind in type(original).__mro__}
    if names & {"NoAnswerError", "ConnectionTimeout"}:
        return "database-no-answer"
    state = str(getattr(original, "sqlstate", None) or "")
    if state:
        return next((key for begin, key in STATES.items() if state.startswith(begin)), UNUSABLE)
    return "database-unreachable" if "OperationalError" in names else UNUSABLE
