"""Distributes the jobs of a SQLite file: one worker on this computer reads the rows, which are the queue."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path
from typing import Any

from web.jobs.working.runner import Runner
from web.store import StorageError
from web.store.database import Database
from web.store.jobs.job_records import KEPT_SECONDS, Job, QueuedJob
from web.store.jobs.local_file import Changes, OnlyWorker

#: Seconds between two checks whether the file was changed.
RHYTHM = 0.05
#: Seconds after which the jobs are read although nothing has changed.
SWEEP = 5.0
#: Seconds between two attempts to become the worker, or to find a database.
PAUSE = 0.5
#: Seconds between two attempts to empty the database's log.
LOG = 60.0

_LOG = logging.getLogger("web.jobs")


class LocalDistributor:
    """Gives jobs to the only worker: one at a time for each visitor, the network first that was served least recently.

    The runner's places are for all jobs, and one more place is for short ones, so that they never wait for long ones.
    """

    def __init__(self, url: str) -> None:
        self._file = Database(url).file or Path()
        self._running: dict[str, tuple[QueuedJob, threading.Thread]] = {}
        self._served: dict[str, float] = {}  # network -> when its last job was begun
        self._news = threading.Event()

    def put(self, connection: Any, job: Job) -> None:
        """Do nothing: the row of the job is its entry in the queue."""

    def work(self, runner: Runner, stop: threading.Event) -> None:
        """Run jobs until ``stop`` is set, once there is a database and no other process works on its jobs."""
        right = OnlyWorker(self._file)
        while not (self._file.exists() and right.take()):
            if stop.wait(PAUSE):
                return
        changes = Changes(self._file)
        try:
            self._look(runner, changes, stop)
        finally:
            for _, thread in list(self._running.values()):
                thread.join()
            changes.close()
            right.give_up()

    def _look(self, runner: Runner, changes: Changes, stop: threading.Event) -> None:
        swept = emptied = float("-inf")
        while not stop.is_set():
            now = time.monotonic()
            is_due = now >= swept + SWEEP
            try:
                if is_due:
                    swept = now
                    self._sweep(runner)
                if now >= emptied + LOG:
                    emptied = now
                    runner.jobs.empty_log()
                if changes.happened() or self._news.is_set() or is_due:
                    self._news.clear()
                    self._begin(runner, stop)
            except StorageError as error:
                _LOG.warning("%s", error)
                stop.wait(PAUSE)
            self._news.wait(RHYTHM)

    def _sweep(self, runner: Runner) -> None:
        """Remove old jobs, and queue those again that another worker had begun before it died."""
        runner.jobs.sweep()
        for id_ in runner.jobs.running():
            if id_ not in self._running:
                runner.jobs.queue_again(id_, died=True)

    def _begin(self, runner: Runner, stop: threading.Event) -> None:
        """Begin all jobs for which there is a place."""
        queued = runner.jobs.queued()
        while job := self._next(queued, runner.limits.places):
            queued.remove(job)
            self._served[job.network] = time.monotonic()
            thread = threading.Thread(target=self._run, args=(runner, job.id, stop), daemon=True)
            self._running[job.id] = (job, thread)
            thread.start()
        long_ago = time.monotonic() - KEPT_SECONDS
        self._served = {network: at for network, at in self._served.items() if at > long_ago}

    def _next(self, queued: list[QueuedJob], places: int) -> QueuedJob | None:
        """The next job for which there is a place."""
        running = [job for job, _ in list(self._running.values())]
        busy, long = {job.visitor for job in running}, sum(job.is_long for job in running)
        free = [
            job
            for job in queued
            if job.visitor not in busy
            and job.id not in self._running
            and len(running) <= places
            and (not job.is_long or long < places)
        ]
        return min(free, key=lambda job: self._served.get(job.network, 0), default=None)

    def _run(self, runner: Runner, id_: str, stop: threading.Event) -> None:
        try:
            runner.run(id_, stop)
        except StorageError as error:
            _LOG.warning("%s", error)
        finally:
            self._running.pop(id_, None)
            self._news.set()
