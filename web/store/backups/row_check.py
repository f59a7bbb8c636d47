"""Converts rows for backups, with bytes as Base64 text, and checks that values fit the columns of their table.

SQLite would store a text in a column of numbers, and PostgreSQL refuses some values that SQLite stores. So both
databases get only values that the pages themselves could have stored.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, String, Table

from ireval.messages import Message
from web.server.error_pages import StorageError
from web.store.bounds import CONTROL
from web.store.schema import PIECE

#: The last microsecond of the year 9999, the last year that Python supports.
LAST_MOMENT = 253_402_300_799_999_999
_MOST_WHOLE = 2**31 - 1


def has_bytes(table: Table) -> bool:
    """Whether the rows of a table hold bytes, which makes them large."""
    return any(isinstance(column.type, LargeBinary) for column in table.columns)


def packed_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with its bytes as Base64 text, so that JSON can hold it."""
    return {name: b64encode(value).decode() if isinstance(value, bytes) else value for name, value in row.items()}


def checked_row(table: Table, row: Mapping[str, Any], line: int) -> dict[str, Any]:
    """The row with its Base64 texts as bytes. Raises ``StorageError`` with line and column if a value does not fit."""
    if set(row) != set(table.columns.keys()):
        raise StorageError("backup-line-unknown", line=line)
    for column in table.columns:
        wanted = _unmet(column, row[column.name])
        if wanted:
            raise StorageError("backup-value-refused", line=line, column=column.name, wanted=wanted)
    packed = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    return {name: _decoded(value) if name in packed else value for name, value in row.items()}


def _decoded(value: Any) -> bytes | None:
    """The bytes that a Base64 text encodes; None if it is not Base64."""
    try:
        return b64decode(value, validate=True) if isinstance(value, str) else None
    except (binascii.Error, ValueError):
        return None


def _unmet(column: Column[Any], value: Any) -> Message | None:
    """The requirement of the column that the value does not meet; None if the value fits."""
    kind = column.type
    if value is None:
        return None if column.nullable else Message("backup-wants-value")
    if isinstance(kind, Boolean):
        return None if isinstance(value, bool) else Message("true-or-false")
    if isinstance(kind, Integer):
        most = LAST_MOMENT if isinstance(kind, BigInteger) else _MOST_WHOLE
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
        return None if fits else Message("backup-wants-whole-number", most=most)
    if isinstance(kind, LargeBinary):
        found = _decoded(value)
        return None if found is not None and len(found) <= PIECE else Message("backup-wants-bytes", most=PIECE)
    if not isinstance(kind, String):
        raise TypeError(f"{column} has a type that backups do not know.")
    if not isinstance(value, str) or CONTROL.search(value):
        return Message("backup-wants-plain-text")
    return Message("backup-wants-shorter-text", most=kind.length) if len(value) > (kind.length or len(value)) else None
