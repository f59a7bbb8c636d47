"""Jobs for the workers: begins and finishes them, notes their progress, queues them again, and removes what is left.

A worker that was believed to be dead cannot write: each change needs the number of the last attempt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, or_, select

from web.store.database import Database
from web.store.jobs import job_rows
from web.store.jobs.database_clock import SECOND, DatabaseClock
from web.store.jobs.job_records import (
    ACTIVE,
    ARRIVING,
    ATTEMPTS,
    CANCELLED,
    DELIVERED,
    FAILED,
    KEPT_SECONDS,
    QUEUED,
    READY,
    RUNNING,
    Claim,
    NoSpaceError,
    QueuedJob,
)
from web.store.schema import MADE, job_pieces, jobs

#: Seconds without another piece after which no more files are expected for a job.
ARRIVAL_SECONDS = 60
#: The states in which a job has no files.
OVER = (DELIVERED, CANCELLED, FAILED)


class JobWork:
    """What workers do with the jobs of one database."""

    def __init__(self, database: Database, space: int | None) -> None:
        self._database, self._space = database, space

    def queued(self) -> list[QueuedJob]:
        """The jobs that wait for a worker, in the order in which they were added."""
        columns = [jobs.c[name] for name in QueuedJob._fields]
        waiting = select(*columns).where(jobs.c.state == QUEUED).order_by(jobs.c.created, jobs.c.id)
        with self._database.reading() as connection:
            return [QueuedJob(*row) for row in connection.execute(waiting)]

    def running(self) -> list[str]:
        """The ids of the jobs that a worker has begun."""
        with self._database.reading() as connection:
            return list(connection.scalars(select(jobs.c.id).where(jobs.c.state == RUNNING)))

    def begin(self, id_: str) -> Claim | None:
        """Begin a job; None if it is gone, has ended, or nobody waits for it.

        If another worker had begun it, that worker is dead: the job is tried again, or is lost if it was the second
        one.
        """
        with self._database.writing() as connection:
            row = job_rows.lock_row(connection, id_)
            if row is None or row.state not in ACTIVE:
                return None
            if self._goes_on(connection, row, row.lost + (row.state == RUNNING)):
                job_rows.remove_made(connection, id_)
                values = {"state": RUNNING, "attempt": row.attempt + 1, "begun": DatabaseClock(), "done": 0, "total": 0}
                job_rows.change(connection, id_, **values)
                return Claim(id_, row.attempt + 1, row.kind, json.loads(row.what), row.is_long)
        job_rows.remove_pieces(self._database, id_)
        return None

    def files(self, claim: Claim) -> list[int]:
        """The numbers of the files that came with a job, in their order."""
        there = select(job_pieces.c.file).where(job_pieces.c.job == claim.id, job_pieces.c.file != MADE).distinct()
        with self._database.reading() as connection:
            return sorted(connection.scalars(there))

    def pieces(self, claim: Claim, file: int) -> Iterator[bytes]:
        """A file that came with a job, piece by piece."""
        number = 0
        while True:
            with self._database.reading() as connection:
                found = job_rows.pieces(connection, claim.id, file, number)
            if not found:
                return
            yield from found
            number += len(found)

    def note(self, claim: Claim, done: int, total: int) -> bool:
        """Note the progress; returns whether the work is still wanted, and still this worker's."""
        with self._database.reading() as connection:
            columns = jobs.c.done, jobs.c.total, jobs.c.cancelled, job_rows.IS_ABANDONED.label("abandoned")
            row = connection.execute(select(*columns).where(*self._is_claimed(claim))).one_or_none()
        if row is None or row.cancelled or row.abandoned:
            return False
        if (row.done, row.total) != (done, total):
            with self._database.writing() as connection:
                if self._lock_row(connection, claim):
                    job_rows.change(connection, claim.id, done=done, total=total)
        return True

    def finish(self, claim: Claim, state: str, outcome: Mapping[str, Any], file: Path | None = None) -> bool:
        """Store the outcome of a job, and the file that was made; returns whether it was still this worker's.

        A cancelled job stays cancelled. If there is no space for the file, the job fails with that reason.
        """
        try:
            stored = self._store(claim, state, outcome, file)
        except NoSpaceError:
            stored = self._store(claim, FAILED, {"reason": "space"}, None)
        if stored:
            job_rows.remove_pieces(self._database, claim.id, made=stored != READY)
        return bool(stored)

    def queue_again(self, id_: str, *, died: bool, attempt: int | None = None) -> None:
        """Note that no worker works on a job any more: another one begins, unless two have died with it.

        With an ``attempt``, nothing is changed if another worker has begun meanwhile.
        """
        with self._database.writing() as connection:
            row = job_rows.lock_row(connection, id_)
            if row is None or row.state != RUNNING or attempt not in {None, row.attempt}:
                return
            if self._goes_on(connection, row, row.lost + died):
                job_rows.change(connection, id_, state=QUEUED)
                return
        job_rows.remove_pieces(self._database, id_)

    def sweep(self) -> int:
        """Cancel jobs that nobody waits for, and remove those that ended long ago; returns their number.

        Also remove jobs whose files stopped arriving, and pieces that were left by a process that has ended.
        """
        waiting = select(jobs.c.id).where(jobs.c.state == QUEUED, job_rows.IS_ABANDONED)
        old = jobs.c.ended < DatabaseClock() - KEPT_SECONDS * SECOND
        is_over = or_(old, (jobs.c.state == ARRIVING) & (job_rows.UNSEEN > ARRIVAL_SECONDS * SECOND))
        is_left = or_(jobs.c.state.in_(OVER), (jobs.c.state == READY) & (job_pieces.c.file != MADE))
        left = select(jobs.c.id, jobs.c.state).join(job_pieces).where(is_left).distinct()
        with self._database.reading() as connection:
            abandoned = list(connection.scalars(waiting))
            doomed = list(connection.scalars(select(jobs.c.id).where(is_over)))
            leavings = [(id_, state != READY) for id_, state in connection.execute(left)]
        for id_ in abandoned:
            with self._database.writing() as connection:
                row = job_rows.lock_row(connection, id_)
                if row and row.state == QUEUED and row.abandoned:
                    job_rows.end(connection, id_, CANCELLED)
        leavings += [(id_, True) for id_ in (*abandoned, *doomed)]
        for id_, made in leavings:
            job_rows.remove_pieces(self._database, id_, made=made)
        if doomed:
            with self._database.writing() as connection:
                connection.execute(delete(jobs).where(jobs.c.id.in_(doomed), is_over))
        return len(abandoned) + len(doomed)

    def empty_log(self) -> None:
        """Try to empty SQLite's log, which may hold bytes of files that were deleted."""
        self._database.erasure.empty_log()

    def _store(self, claim: Claim, state: str, outcome: Mapping[str, Any], file: Path | None) -> str:
        """The state in which the job is now; empty if it is no longer this worker's."""
        with closing(file.open("rb") if file else BytesIO()) as content:
            size = job_rows.size_of(content)
            for rows, is_last in job_rows.batches(claim.id, [(MADE, content)]):
                with self._database.writing() as connection:
                    row = self._lock_row(connection, claim)
                    if row is None:
                        return ""
                    if row.cancelled:
                        job_rows.end(connection, claim.id, CANCELLED)
                        return CANCELLED
                    job_rows.check_space(connection, size, self._space)
                    job_rows.write(connection, rows)
                    if is_last:
                        job_rows.end(connection, claim.id, state, outcome, size)
        return state

    @staticmethod
    def _goes_on(connection: Connection, row: Row[Any], lost: int) -> bool:
        """Whether a job is tried again after ``lost`` workers have died while they ran it; if not, its end is noted."""
        if row.cancelled or row.abandoned:
            job_rows.end(connection, row.id, CANCELLED)
        elif lost >= ATTEMPTS:
            job_rows.end(connection, row.id, FAILED, {"reason": "lost"})
        else:
            job_rows.change(connection, row.id, lost=lost)
            return True
        return False

    @staticmethod
    def _is_claimed(claim: Claim) -> tuple[ColumnElement[bool], ...]:
        return jobs.c.id == claim.id, jobs.c.state == RUNNING, jobs.c.attempt == claim.attempt

    def _lock_row(self, connection: Connection, claim: Claim) -> Row[Any] | None:
        """The row of a job, if it is still this worker's."""
        row = job_rows.lock_row(connection, claim.id)
        return row if row and row.state == RUNNING and row.attempt == claim.attempt else None
