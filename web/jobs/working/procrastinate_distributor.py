"""Distributes the jobs of a PostgreSQL database: procrastinate gives them to the workers of any number of computers."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

from web.jobs.working.runner import Runner
from web.store import StorageError
from web.store.database import Database
from web.store.jobs import queue_entries
from web.store.jobs.job_records import Job

#: Seconds between two attempts to reach the database.
PAUSE = 1
_LOG = logging.getLogger("web.jobs")


class ProcrastinateDistributor:
    """Gives jobs to workers: one at a time for each visitor, and networks take turns."""

    def __init__(self, url: str) -> None:
        self._url = url

    def put(self, connection: Any, job: Job) -> None:
        """Put an entry into a queue; it exists if and only if the transaction is committed."""
        queue_entries.put(connection, job.id)

    def work(self, runner: Runner, stop: threading.Event) -> None:
        """Run jobs until ``stop`` is set, and then until the current ones have finished or were queued again.

        While the database cannot be reached, wait for it.
        """
        from web.jobs.working.procrastinate_worker import ProcrastinateWorker

        entries = queue_entries.QueueEntries(Database(self._url))
        try:
            _wait_for_tables(entries, stop)
            if stop.is_set():
                return
            # psycopg needs this loop on Windows.
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as loop:
                loop.run(ProcrastinateWorker(entries, runner, stop).until_stopped())
        finally:
            entries.close()


def _wait_for_tables(entries: queue_entries.QueueEntries, stop: threading.Event) -> None:
    """Make or upgrade the tables, as soon as the database can be reached."""
    is_logged = False
    while not stop.is_set():
        try:
            entries.put_missing()
        except StorageError as error:
            if not is_logged:
                _LOG.warning("%s", error)
            is_logged = True
            stop.wait(PAUSE)
        else:
            return
