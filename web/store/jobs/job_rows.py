"""Rows of jobs and of the pieces of their files, read and written in a transaction of the caller."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from sqlalchemy import Connection, Row, delete, func, insert, select, text, tuple_, update

from web.store.database import Database
from web.store.jobs.database_clock import SECOND, DatabaseClock
from web.store.jobs.job_records import ABANDONED, ARRIVING, QUEUED, READY, Job, NoSpaceError
from web.store.schema import MADE, PIECE, job_pieces, jobs

#: Bytes that are written in one transaction, or pieces that are removed in one; so no transaction takes long.
BATCH = 4 * 2**20
PIECES = BATCH // PIECE
#: States in which a job waits for a worker.
WAITING = (ARRIVING, QUEUED)
UNSEEN = DatabaseClock() - jobs.c.seen
IS_ABANDONED = UNSEEN > ABANDONED * SECOND
#: Any number that no other program uses for a lock of PostgreSQL.
LOCK = 0x6A6F6273


def take_turn(connection: Connection) -> None:
    """Wait until no other transaction that has called this is under way; SQLite has only one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


def lock_row(connection: Connection, id_: str) -> Row[Any] | None:
    """The row of a job, which nobody else changes until the transaction ends; None if there is none."""
    columns = *jobs.c, IS_ABANDONED.label("abandoned")
    return connection.execute(select(*columns).where(jobs.c.id == id_).with_for_update(of=jobs)).one_or_none()


def job_of(row: Row[Any]) -> Job:
    """A job from its columns and ``unseen``."""
    state = QUEUED if row.state == ARRIVING else row.state
    page, outcome = json.loads(row.page), json.loads(row.outcome or "{}")
    numbers = row.done, row.total, row.size, row.attempt
    return Job(row.id, row.kind, state, page, outcome, *numbers, row.cancelled, row.unseen / SECOND)


def change(connection: Connection, id_: str, **values: Any) -> None:
    """Change a row."""
    connection.execute(update(jobs).where(jobs.c.id == id_).values(values))


def end(connection: Connection, id_: str, state: str, outcome: Mapping[str, Any] | None = None, size: int = 0) -> None:
    """Note the outcome of a job, and forget what it was made from. The caller removes its pieces afterwards."""
    values = {"state": state, "what": "", "outcome": json.dumps(outcome or {}), "size": size, "ended": DatabaseClock()}
    change(connection, id_, **values)


def check_space(connection: Connection, size: int, space: int | None) -> None:
    """Raise ``NoSpaceError`` if files of this size do not fit beside those of all jobs."""
    used = int(connection.execute(select(func.sum(jobs.c.size))).scalar_one() or 0)
    if space is not None and used + size > space:
        raise NoSpaceError


def size_of(file: IO[bytes]) -> int:
    """The number of bytes from the current position of a file to its end."""
    here = file.tell()
    end = file.seek(0, os.SEEK_END)
    file.seek(here)
    return end - here


def batches(job: str, files: Iterable[tuple[int, IO[bytes]]]) -> Iterator[tuple[list[dict[str, Any]], bool]]:
    """Yield the rows of pieces that one transaction writes, and whether they are the last ones; files are numbered.

    A file without bytes has an empty piece.
    """
    batch: list[dict[str, Any]] = []
    for file, content in files:
        number = 0
        while (body := content.read(PIECE)) or number == 0:
            if len(batch) == PIECES:
                yield batch, False
                batch = []
            batch.append({"job": job, "file": file, "number": number, "body": body})
            number += 1
    yield batch, True


def write(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Write pieces."""
    for row in rows:
        connection.execute(insert(job_pieces).values(row))


def pieces(connection: Connection, job: str, file: int, first: int) -> list[bytes]:
    """The next pieces of a file, from number ``first`` on; empty after the last one."""
    there = select(job_pieces.c.body).where(job_pieces.c.job == job, job_pieces.c.file == file)
    some = there.where(job_pieces.c.number.between(first, first + PIECES // 2 - 1)).order_by(job_pieces.c.number)
    return list(connection.scalars(some))


def remove_made(connection: Connection, job: str) -> None:
    """Remove what an earlier worker has stored of the file that is made."""
    connection.execute(delete(job_pieces).where(job_pieces.c.job == job, job_pieces.c.file == MADE))


def remove_pieces(database: Database, job: str, *, made: bool = True) -> None:
    """Remove the pieces of a job, in short transactions, and try to empty the log that may hold them."""
    key = tuple_(job_pieces.c.job, job_pieces.c.file, job_pieces.c.number)
    doomed = job_pieces.c.job == job if made else (job_pieces.c.job == job) & (job_pieces.c.file != MADE)
    some = select(job_pieces.c.job, job_pieces.c.file, job_pieces.c.number).where(doomed).limit(PIECES)
    with database.reading() as connection:
        if connection.execute(some).first() is None:
            return
    removed = 1
    while removed:
        with database.writing() as connection:
            removed = connection.execute(delete(job_pieces).where(key.in_(some))).rowcount
    database.erasure.empty_log()


def is_ready(row: Row[Any] | None) -> bool:
    """Whether this is the row of a job whose file can be fetched."""
    return row is not None and row.state == READY and not row.cancelled
