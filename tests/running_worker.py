"""The worker of an app under test: a thread of the test's process, from the first job to the last.

It runs what a worker runs, with processes of its own for the jobs.
"""

from __future__ import annotations

import threading
import time

from flask import current_app

from web.jobs.admission import MEGABYTE, Jobs, Order
from web.jobs.working.local_distributor import LocalDistributor
from web.jobs.working.runner import Limits, Runner
from web.server.settings import Settings
from web.store.jobs.job_records import Job
from web.store.jobs.job_work import JobWork
from web.store.sheet_store import Store

#: Seconds without a job after which the thread ends.
IDLE = 1.0


class NothingToDo(threading.Event):
    """Is set when somebody sets it, or when there has been no job for a while."""

    def __init__(self, worker: Worker) -> None:
        super().__init__()
        self._worker = worker

    def is_set(self) -> bool:
        return super().is_set() or self._worker.is_idle()


class Worker:
    """A worker of one database that does jobs as long as there are some."""

    def __init__(self, settings: Settings, url: str) -> None:
        self._store = Store(url)
        self._distributor = LocalDistributor(url)
        self.jobs = JobWork(self._store.database, settings.job_space * MEGABYTE)
        limits = Limits(settings.job_places, settings.job_seconds, settings.job_memory)
        self.runner = Runner(self.jobs, limits)
        self._guard = threading.Lock()
        self._asked = 0.0
        self._thread: threading.Thread | None = None
        self.stop = NothingToDo(self)

    def ensure(self) -> None:
        """See to it that the thread runs for a while."""
        with self._guard:
            self._asked = time.monotonic()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def is_idle(self) -> bool:
        """Whether the thread may end."""
        if self._distributor._running or time.monotonic() < self._asked + IDLE:
            return False
        with self._guard:
            if time.monotonic() < self._asked + IDLE or self.jobs.queued():
                return False
            self._thread = None  # the next job starts another one
        return True

    def end(self) -> None:
        """End the thread; what runs is queued again."""
        thread = self._thread
        self.stop.set()
        if thread:
            thread.join()
        self._store.close_connections()

    def _work(self) -> None:
        self._distributor.work(self.runner, self.stop)


class JobsWithWorker(Jobs):
    """The jobs of an app that starts its worker when it has submitted one."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.worker: Worker | None = None
        self.has_worker = True

    def submit(self, order: Order) -> Job:
        job = super().submit(order)
        if self.has_worker:
            self.worker = self.worker or Worker(self.settings, current_app.config["DATABASE_URL"])
            self.worker.ensure()
        return job
