"""The entries of procrastinate's queues: one for each job that waits or runs, put in the transaction that queues it.

An entry has the job's id and the digest of its visitor, and is deleted when its job ends. Only the row of the job is
authoritative; an entry merely tells a worker that it may begin. So a superfluous entry has no effect, and a missing one
is put again.
"""

from __future__ import annotations

import logging
from typing import Any

from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from sqlalchemy import Connection, func, select, text

from web.store.database import Database
from web.store.jobs.job_records import ACTIVE, QUEUED
from web.store.schema import jobs

SHORT, LONG = "short", "long"
#: The name of the task, which the workers of all versions know.
TASK = "job"

logging.getLogger("procrastinate").setLevel(logging.CRITICAL)  # its lines have the ids of jobs, which are secret
_deferring = App(connector=SyncPsycopgConnector())  # never opened: it sends on connections of the store

_TAKE = text("""
DELETE FROM procrastinate_jobs AS entry WHERE status = 'doing' AND (
  worker_id IS NULL OR id = ANY(:forgotten) OR EXISTS (
    SELECT FROM procrastinate_workers AS worker
    WHERE worker.id = entry.worker_id AND worker.last_heartbeat < clock_timestamp() - :seconds * interval '1 second'
  )
) RETURNING args ->> 'job'
""")
_OF_WORKERS = text("SELECT id FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = ANY(:workers)")
_HAS_NO_ENTRY = text("NOT EXISTS (SELECT FROM procrastinate_jobs WHERE queueing_lock = jobs.id)")
_FORGET = text("""
DELETE FROM procrastinate_workers AS worker WHERE last_heartbeat < clock_timestamp() - interval '1 hour'
AND NOT EXISTS (SELECT FROM procrastinate_jobs WHERE worker_id = worker.id)
""")


def put(connection: Connection, id_: str) -> None:
    """Put an entry for a job that waits or runs, unless one waits already.

    The more jobs of its network wait already, the lower its priority, so that networks take turns.
    """
    row = connection.execute(select(jobs).where(jobs.c.id == id_, jobs.c.state.in_(ACTIVE))).one_or_none()
    if row is None:
        return
    near = select(func.count()).where(jobs.c.state == QUEUED, jobs.c.network == row.network, jobs.c.id != id_)
    driver: Any = connection.connection.driver_connection
    entry = _deferring.configure_task(
        TASK,
        connection=driver,
        queue=LONG if row.is_long else SHORT,
        lock=row.visitor,
        queueing_lock=id_,
        priority=-connection.execute(near).scalar_one(),
    )
    try:
        with connection.begin_nested():
            entry.defer(job=id_)
    except AlreadyEnqueued:
        pass


class QueueEntries:
    """The entries in a database, as workers look after them. Raises ``StorageError`` if the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.url = database.url

    def put(self, id_: str) -> None:
        """Put an entry for a job that was queued again."""
        with self._database.writing() as connection:
            put(connection, id_)

    def ids_of_workers(self, workers: list[int]) -> set[int]:
        """The ids of the entries on which these workers work, according to the database."""
        with self._database.reading() as connection:
            return set(connection.execute(_OF_WORKERS, {"workers": workers}).scalars())

    def give_to_others(self, seconds: float, forgotten: list[int]) -> int:
        """Replace entries whose workers are silent for ``seconds``, and the ``forgotten`` ones; returns their number.

        A new entry is put for each, so that a worker that was only suspended can neither finish nor keep it.
        """
        with self._database.writing() as connection:
            taken = list(connection.execute(_TAKE, {"seconds": seconds, "forgotten": forgotten}).scalars())
            for id_ in taken:
                put(connection, id_)
            return len(taken)

    def put_missing(self) -> int:
        """Put entries for jobs without one, as after a restored backup; forget workers that died long ago."""
        missing = select(jobs.c.id).where(jobs.c.state.in_(ACTIVE), _HAS_NO_ENTRY)
        with self._database.reading() as connection:
            found = list(connection.execute(missing).scalars())
        for id_ in found:
            with self._database.writing() as connection:
                row = select(jobs.c.id).where(jobs.c.id == id_).with_for_update()
                if connection.execute(row).first() and connection.execute(missing.where(jobs.c.id == id_)).first():
                    put(connection, id_)
        with self._database.writing() as connection:
            connection.execute(_FORGET)
        return len(found)

    def close(self) -> None:
        """Close the connections."""
        self._database.close()
