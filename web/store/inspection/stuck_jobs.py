"""Finds the jobs that are stuck, with the reason for each, and ends a job."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from web.server.error_pages import StorageError
from web.store.database import Database
from web.store.inspection.worker_signs import living_workers
from web.store.jobs import job_rows
from web.store.jobs.database_clock import SECOND, DatabaseClock
from web.store.jobs.job_records import ACTIVE, ARRIVING, FAILED, QUEUED, RUNNING
from web.store.schema import jobs

#: Characters of an id that are shown: enough to name a job, and too few to open its page, whose address has the whole
#: id.
SHOWN = 8
#: Seconds after which a job counts as stuck: one that waits, one whose files arrive, and one that was cancelled.
WAITS, ARRIVES, ENDS = 300, 120, 60
#: A job may take this many times its processor time.
REAL_TIME = 5

_AGE = (DatabaseClock() - jobs.c.created).label("age")
_WORKED = (DatabaseClock() - jobs.c.begun).label("worked")
_COLUMNS = *jobs.c, _AGE, _WORKED, job_rows.UNSEEN.label("unseen")


class StuckJob(NamedTuple):
    """A job with the beginning of its id, its age in seconds, and the key of the sentence that says why it is stuck."""

    id: str
    state: str
    kind: str
    age: float
    attempt: int
    reason: str


def find_stuck_jobs(database: Database, job_seconds: float) -> list[StuckJob]:
    """The jobs that are stuck, the oldest first."""
    with database.reading() as connection:
        workers = living_workers(connection, database.file)
        there = select(*_COLUMNS).where(jobs.c.state.in_((ARRIVING, *ACTIVE))).order_by(jobs.c.created)
        reasons = [(row, _reason(row, job_seconds, workers)) for row in connection.execute(there)]
    return [_stuck(row, reason) for row, reason in reasons if reason]


def end(database: Database, beginning: str) -> StuckJob:
    """End a job whatever it does: its page says that it was lost, and a worker that still works on it stops."""
    with database.writing() as connection:
        row = _only(connection, beginning)
        job_rows.end(connection, row.id, FAILED, {"reason": "lost"})
    job_rows.remove_pieces(database, row.id)
    return _stuck(row, "")


def _only(connection: Connection, beginning: str) -> Row[Any]:
    active = jobs.c.state.in_((ARRIVING, *ACTIVE)), jobs.c.id.startswith(beginning, autoescape=True)
    ids = connection.scalars(select(jobs.c.id).where(*active).limit(2)).all()
    if not ids or not beginning:
        raise StorageError("no-such-job", id=beginning)
    if len(ids) > 1:
        raise StorageError("job-ids-alike", id=beginning)
    job_rows.lock_row(connection, ids[0])
    return connection.execute(select(*_COLUMNS).where(jobs.c.id == ids[0])).one()


def _reason(row: Row[Any], job_seconds: float, workers: int) -> str:
    """The key of the sentence that says why a job is stuck; empty if it is not stuck."""
    waited, worked, unseen = row.age / SECOND, (row.worked or 0) / SECOND, row.unseen / SECOND
    if row.state == ARRIVING:
        return "job-stuck-arriving" if unseen > ARRIVES else ""
    if not workers and max(waited, worked) > ENDS:
        return "job-stuck-without-worker"
    if row.state == QUEUED:
        return "job-stuck-waiting" if waited > WAITS else ""
    if row.cancelled and unseen > ENDS:
        return "job-stuck-cancelled"
    return "job-stuck-running" if row.state == RUNNING and worked > REAL_TIME * job_seconds + ENDS else ""


def _stuck(row: Row[Any], reason: str) -> StuckJob:
    return StuckJob(row.id[:SHOWN], row.state, row.kind, row.age / SECOND, row.attempt, reason)
