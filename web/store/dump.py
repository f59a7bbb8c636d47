"""Backup and restore: one file of JSON lines, the same for SQLite and PostgreSQL, so that it moves rows between them.

The first line names the migration of the rows and the format of the file. Each line after it is a row, its table first,
with bytes in Base64. Then come the number of rows, and a digest of all lines before it, so that a changed file is
refused. Files of earlier versions name no format, and have no digest. Restoring rebuilds the tables of that migration,
fills them, and then runs all later migrations.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, MetaData, Table, exc, insert, select

from web.server.error_pages import StorageError
from web.store import erasure, schema_upgrade
from web.store.backups import seal
from web.store.backups.file_lines import check_whole, numbered_objects
from web.store.backups.row_check import checked_row, has_bytes, packed_row
from web.store.connections.bulkhead import WORK
from web.store.database import Database
from web.store.schema import HEAD, PASSING, metadata

KIND = "ireval sheets"
#: The number of the format that ends with a digest.
FORMAT = 2
BATCH = 500  # rows that are read or written at once
LARGE_BATCH = 8  # the same for rows that hold bytes
_FOUR_DIGITS = re.compile("[0-9]{4}")


class Restored(NamedTuple):
    """The number of rows that were restored, and whether a digest confirmed that the file is unchanged."""

    rows: int
    checked: bool


def backup(database: Database, file: Path) -> int:
    """Write all rows, as they are at one moment, to a file while others keep writing; returns the number of rows."""
    if database.file and not database.file.exists():
        raise StorageError("no-database", file=str(database.file))
    with database.reading(snapshot=True, patience=WORK) as connection:
        if schema_upgrade.revision(connection) is None:
            raise StorageError("database-never-used")
        if schema_upgrade.is_later(connection):
            raise StorageError("backup-by-earlier", known=HEAD)
        return _write(file, _lines(connection))


def restore(database: Database, file: Path, *, replace: bool = False) -> Restored:
    """Fill the database from a file, completely or not at all.

    A database that holds sheets or collections is refused unless they are to be `replace`d.
    """
    with closing(numbered_objects(file)) as read:
        found, checked = _head(read)
        if checked and file.is_file():  # a pipe can be read only once, and is checked at its end
            check_whole(file)
        with database.migrating() as connection:
            if not replace and schema_upgrade.revision(connection) and _holds_rows(connection):
                raise StorageError("database-holds-sheets")
            if replace:
                erasure.note(connection)
            rows = _fill(connection, found, read, checked=checked)
    database.erasure.finish()
    return Restored(rows, checked)


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are in the database, parents first, without those that are not backed up."""
    stored = {name for name, table in metadata.tables.items() if not table.info.get(PASSING)}
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in stored)
    return found.sorted_tables


def _holds_rows(connection: Connection) -> bool:
    return any(connection.execute(select(table).limit(1)).first() for table in _tables(connection))


def _lines(connection: Connection) -> Iterator[dict[str, Any]]:
    yield {"kind": KIND, "revision": schema_upgrade.revision(connection), "format": FORMAT}
    rows = 0
    for table in _tables(connection):
        for row in connection.execute(select(table), execution_options={"yield_per": _batch(table)}):
            yield {"table": table.name, **packed_row(row._asdict())}
            rows += 1
    yield {"rows": rows}


def _batch(table: Table) -> int:
    return LARGE_BATCH if has_bytes(table) else BATCH


def _write(file: Path, lines: Iterable[dict[str, Any]]) -> int:
    """Write a file that is complete or does not exist, and that only its owner may read."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    unfinished, last = Path(name), {"rows": 0}
    try:
        with os.fdopen(handle, "wb") as raw:
            with seal.writing(raw, packed=file.suffix == ".gz") as out:
                for last in lines:
                    out.write(json.dumps(last, ensure_ascii=False).encode() + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return int(last["rows"])


def _head(read: Iterator[tuple[int, dict[str, Any]]]) -> tuple[str, bool]:
    """The migration that the first line names, and whether the file has a digest."""
    _, head = next(read, (1, {}))
    revision, known = head.get("revision"), {"kind", "revision"}
    if head.get("kind") != KIND or not isinstance(revision, str) or not _FOUR_DIGITS.fullmatch(revision):
        raise StorageError("not-a-backup")
    if head.keys() == known:
        return revision, False
    if head.keys() != known | {"format"} or head["format"] != FORMAT:
        raise StorageError("backup-format-unknown")
    return revision, True


def _fill(connection: Connection, revision: str, read: Iterator[tuple[int, dict[str, Any]]], *, checked: bool) -> int:
    if schema_upgrade.revision(connection):
        schema_upgrade.step(connection, "base")
    schema_upgrade.step(connection, revision)
    rows = 0
    for table, found in groupby(_rows(read, _tables(connection), checked=checked), key=lambda pair: pair[0]):
        while batch := [row for _, row in islice(found, _batch(table))]:
            try:
                connection.execute(insert(table), batch)
            except exc.StatementError as error:
                reason = str(getattr(error, "orig", error)).partition("\n")[0]
                raise StorageError("rows-refused", table=table.name, reason=reason) from error
            rows += len(batch)
    schema_upgrade.step(connection, HEAD)
    return rows


def _rows(
    read: Iterator[tuple[int, dict[str, Any]]], tables: Iterable[Table], *, checked: bool
) -> Iterator[tuple[Table, dict[str, Any]]]:
    """The rows with their tables. Without the lines at the end, rows may be missing, so the file is refused."""
    known, rows = {table.name: table for table in tables}, 0
    for number, row in read:
        if "table" not in row:
            if row != {"rows": rows}:
                break
            if [list(end) for _, end in read] != ([[seal.DIGEST]] if checked else []):
                raise StorageError("backup-end-changed")
            return
        table = known.get(str(row.pop("table")))
        if table is None:
            raise StorageError("backup-line-unknown", line=number)
        rows += 1
        yield table, checked_row(table, row, number)
    raise StorageError("backup-incomplete", rows=rows)
