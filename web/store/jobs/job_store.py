"""Jobs for the pages: accepts them within limits, finds them, cancels them, and delivers their files."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, delete, func, insert, select

from web.server.error_pages import StorageError
from web.store.database import Database
from web.store.jobs import job_rows
from web.store.jobs.database_clock import SECOND, DatabaseClock
from web.store.jobs.job_records import (
    ACTIVE,
    ARRIVING,
    CANCELLED,
    DELIVERED,
    FAILED,
    QUEUED,
    READY,
    RUNNING,
    FileGoneError,
    Job,
    NewJob,
    QueueLength,
    Waiting,
)
from web.store.jobs.job_work import JobWork
from web.store.schema import MADE, jobs

#: Seconds after which it is noted again that somebody asks for a job.
SEEN = 5
_COLUMNS = *jobs.c, job_rows.UNSEEN.label("unseen")


@dataclass
class FinishedJob:
    """A finished job whose result is being stored in the same transaction; ``result`` is noted with the job."""

    connection: Any
    job: Job
    result: str | None = None


class JobStore(JobWork):
    """The jobs of one database. Every method raises ``StorageError`` where the database cannot be used.

    ``put`` is called with the connection and the job, in the transaction that puts it into the queue. The files of all
    jobs together have at most ``space`` bytes; None sets no limit.
    """

    def __init__(self, database: Database, put: Callable[[Any, Job], None], space: int | None) -> None:
        super().__init__(database, space)
        self._put = put

    def add(self, new: NewJob, check: Callable[[Waiting], None]) -> Job:
        """Store a new job, or return the visitor's own one with the same digest if its file is being made or is ready.

        ``check`` may refuse a new one with an exception. Raises ``NoSpaceError``. In both cases nothing is stored.
        """
        id_ = secrets.token_urlsafe(24)
        all_pieces = job_rows.batches(id_, enumerate(new.files))
        size = sum(job_rows.size_of(file) for file in new.files)
        with self._database.writing() as connection:
            job_rows.take_turn(connection)
            if same := self._same(connection, new):
                job_rows.change(connection, same.id, seen=DatabaseClock())
                return same
            check(self._waiting(connection, new))
            job_rows.check_space(connection, size, self._space)
            connection.execute(insert(jobs).values(_row(id_, new, size)))
            is_whole = self._arrive(connection, id_, *next(all_pieces))
        try:
            while not is_whole:
                with self._database.writing() as connection:
                    is_whole = self._arrive(connection, id_, *next(all_pieces))
        except BaseException:
            with suppress(StorageError):
                self.remove(id_)
            raise
        with self._database.reading() as connection:
            return job_rows.job_of(connection.execute(select(*_COLUMNS).where(jobs.c.id == id_)).one())

    def find(self, id_: str) -> Job | None:
        """The job with this id, if there is one."""
        with self._database.reading() as connection:
            return self._one(connection, jobs.c.id == id_)

    def finished(self, digest: str) -> Job | None:
        """A job with this digest whose file is ready."""
        with self._database.reading() as connection:
            return self._one(connection, jobs.c.digest == digest, jobs.c.state == READY)

    def state(self, id_: str) -> str:
        """The state of a job alone; empty if there is none."""
        with self._database.reading() as connection:
            found = connection.scalars(select(jobs.c.state).where(jobs.c.id == id_)).one_or_none()
        return QUEUED if found == ARRIVING else found or ""

    def ahead(self, job: Job) -> int:
        """How many jobs that wait or run are older than this one."""
        since = select(jobs.c.created).where(jobs.c.id == job.id).scalar_subquery()
        earlier = self._active(jobs.c.id != job.id, jobs.c.created < since)
        with self._database.reading() as connection:
            return int(connection.execute(earlier).scalar_one())

    def others(self, job: Job) -> int:
        """How many other jobs wait or run."""
        with self._database.reading() as connection:
            return int(connection.execute(self._active(jobs.c.id != job.id)).scalar_one())

    def all(self) -> list[Job]:
        """All jobs, in the order in which they were added."""
        with self._database.reading() as connection:
            rows = connection.execute(select(*_COLUMNS).order_by(jobs.c.created, jobs.c.id))
            return [job_rows.job_of(row) for row in rows]

    def queue_length(self) -> QueueLength:
        """How many jobs wait for a worker, and how long the oldest one has waited."""
        age = DatabaseClock() - func.min(jobs.c.created)
        with self._database.reading() as connection:
            row = connection.execute(select(func.count(), age).where(jobs.c.state == QUEUED)).one()
        return QueueLength(row[0], (row[1] or 0) / SECOND)

    def see(self, job: Job) -> None:
        """Note that somebody asks for the job, unless that was noted a moment ago."""
        if job.unseen > SEEN:
            with self._database.writing() as connection:
                job_rows.change(connection, job.id, seen=DatabaseClock())

    def cancel(self, id_: str) -> None:
        """Ask for the end of the work, or delete the file that was made. A job that has ended stays as it is."""
        with self._database.writing() as connection:
            row = job_rows.lock_row(connection, id_)
            if row is None or row.state not in (ARRIVING, *ACTIVE, READY):
                return
            if row.state == RUNNING:
                job_rows.change(connection, id_, cancelled=True)
                return
            job_rows.end(connection, id_, CANCELLED)
        job_rows.remove_pieces(self._database, id_)

    def read(self, job: Job) -> Iterator[bytes]:
        """The file that was made, piece by piece. Raises ``FileGoneError`` if it is deleted meanwhile."""
        number = sent = 0
        while sent < job.size:
            with self._database.reading() as connection:
                found = job_rows.pieces(connection, job.id, MADE, number)
            if not found:
                raise FileGoneError
            yield from found
            number += len(found)
            sent += sum(map(len, found))

    def deliver(self, id_: str) -> bool:
        """Delete the file of a job after its download; returns whether it was there."""
        with self._database.writing() as connection:
            row = job_rows.lock_row(connection, id_)
            if not job_rows.is_ready(row):
                return False
            job_rows.end(connection, id_, DELIVERED)
        job_rows.remove_pieces(self._database, id_)
        return True

    @contextmanager
    def taking(self, id_: str) -> Iterator[FinishedJob | None]:
        """A transaction in which the result of a job is stored elsewhere, once; None if its file is not there.

        With the ``result`` that is set, the job is delivered, and its file is deleted.
        """
        with self._database.writing() as connection:
            job_rows.lock_row(connection, id_)
            job = self._one(connection, jobs.c.id == id_)
            taken = FinishedJob(connection, job) if job and job.state == READY else None
            yield taken
            if taken and taken.result is not None:
                job_rows.end(connection, id_, DELIVERED, {"result": taken.result})
        job_rows.remove_pieces(self._database, id_)

    def refuse(self, id_: str, outcome: dict[str, Any]) -> None:
        """Note why a result that was made cannot be used, and delete it."""
        with self._database.writing() as connection:
            if not job_rows.is_ready(job_rows.lock_row(connection, id_)):
                return
            job_rows.end(connection, id_, FAILED, outcome)
        job_rows.remove_pieces(self._database, id_)

    def _arrive(self, connection: Connection, id_: str, rows: list[dict[str, Any]], is_last: bool) -> bool:
        """Store some pieces; returns whether nothing more is to be stored. A cancelled job stays cancelled."""
        row = job_rows.lock_row(connection, id_)
        if row is None or row.state != ARRIVING:
            return True
        job_rows.write(connection, rows)
        job_rows.change(connection, id_, seen=DatabaseClock(), state=QUEUED if is_last else ARRIVING)
        if is_last and (job := self._one(connection, jobs.c.id == id_)):
            self._put(connection, job)
        return is_last

    def remove(self, id_: str) -> None:
        """Delete a job with its files, in whatever state it is."""
        job_rows.remove_pieces(self._database, id_)
        with self._database.writing() as connection:
            connection.execute(delete(jobs).where(jobs.c.id == id_))

    @staticmethod
    def _one(connection: Connection, *where: ColumnElement[bool]) -> Job | None:
        row = connection.execute(select(*_COLUMNS).where(*where).order_by(jobs.c.created).limit(1)).one_or_none()
        return job_rows.job_of(row) if row else None

    def _same(self, connection: Connection, new: NewJob) -> Job | None:
        own = jobs.c.digest == new.digest, jobs.c.visitor == new.visitor, jobs.c.cancelled.is_(False)
        return self._one(connection, *own, jobs.c.state.in_((ARRIVING, *ACTIVE, READY)))

    @staticmethod
    def _active(*where: ColumnElement[bool]) -> Any:
        return select(func.count()).select_from(jobs).where(jobs.c.state.in_((ARRIVING, *ACTIVE)), *where)

    @staticmethod
    def _waiting(connection: Connection, new: NewJob) -> Waiting:
        waits = jobs.c.state.in_(job_rows.WAITING)
        own = func.count(case((jobs.c.visitor == new.visitor, 1)))
        queued, near = func.count(case((waits, 1))), func.count(case((waits & (jobs.c.network == new.network), 1)))
        counts = select(own, queued, near).where(jobs.c.state.in_((ARRIVING, *ACTIVE)))
        return Waiting(*connection.execute(counts).one())


def _row(id_: str, new: NewJob, size: int) -> dict[str, Any]:
    """The row of a job whose files are still to be stored."""
    same = {name: getattr(new, name) for name in ("kind", "visitor", "network", "digest", "is_long")}
    texts = {"what": json.dumps(new.what), "page": json.dumps(new.page), "outcome": ""}
    numbers = dict.fromkeys(("attempt", "lost", "done", "total"), 0)
    times = {"created": DatabaseClock(), "seen": DatabaseClock()}
    return {"id": id_, "state": ARRIVING, "cancelled": False, "size": size, **same, **texts, **numbers, **times}
