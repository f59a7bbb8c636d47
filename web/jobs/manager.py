"""Starts and ends the working processes. One process of the server does it for all, as long as there are jobs.

It is a thread of whichever process takes the lock first. If that process ends, its working processes end with it, and
the next request for a job makes another process the manager, which starts unfinished jobs again.
"""

from __future__ import annotations

import subprocess
import threading
import time
from typing import NamedTuple

from web.jobs import processes
from web.jobs.file_lock import release, try_lock
from web.jobs.spool import ACTIVE, CANCELLED, FAILED, QUEUED, READY, RUNNING, Job, Spool

#: Seconds without a request for a job after which nobody waits for it any more.
ABANDONED = 15
#: Seconds that a file waits for its download, and that the page of a job that has ended can still be read.
KEPT = 600
#: A job whose process ended with its manager is begun this often.
ATTEMPTS = 2
#: A job may take this many times its limit of processor time in real time: it waits for everything else.
REAL_TIME = 5
#: Seconds between two looks at the jobs, while one is worked on and while none is.
BUSY, QUIET = 0.05, 0.1


class Limits(NamedTuple):
    """Processes at a time; seconds of processor time, and megabytes, of a job."""

    processes: int
    seconds: int
    megabytes: int


class Running(NamedTuple):
    """A job with its process, and the time at which it has to be finished."""

    job: Job
    process: subprocess.Popen[bytes]
    end: float


class Manager:
    """The manager of this process, which works if no other process does."""

    def __init__(self, spool: Spool, limits: Limits) -> None:
        self._spool, self._limits = spool, limits
        self._guard = threading.Lock()
        self._news = threading.Event()
        self._thread: threading.Thread | None = None
        self._running: list[Running] = []
        self._served: dict[str, float] = {}  # network -> when its last job was started

    def ensure(self) -> None:
        """See to it that some process manages the jobs."""
        self._news.set()
        with self._guard:
            if self._thread and self._thread.is_alive():
                return
            lock = try_lock(self._spool.folder / "manager.lock")
            if lock is not None:
                self._thread = threading.Thread(target=self._manage, args=(lock,), daemon=True)
                self._thread.start()

    def _manage(self, lock: int) -> None:
        """Work until there are no jobs. A job that is submitted while the lock is given up is noticed here."""
        held: int | None = lock
        while held is not None:
            try:
                self._recover()
                while (jobs := self._spool.jobs()) or self._running:
                    self._look_at(jobs)
                    self._news.wait(BUSY if self._running else QUIET)
                    self._news.clear()
            finally:
                release(held)
            held = try_lock(self._spool.folder / "manager.lock") if self._spool.jobs() else None

    def _recover(self) -> None:
        """Queue the jobs again whose process ended with an earlier manager."""
        for running in self._running:  # this thread ended with an error before
            processes.end(running.process)
        self._running.clear()
        for job in self._spool.jobs():
            if job.state == RUNNING:
                if job.attempts >= ATTEMPTS:
                    job.finish(FAILED, reason="lost")
                else:
                    job.queue_again()

    def _look_at(self, jobs: list[Job]) -> None:
        for running in list(self._running):
            self._look_after(running)
        queued = []
        for job in jobs:
            state = job.state
            if state == QUEUED and (job.is_cancelled or job.unseen > ABANDONED):
                job.finish(CANCELLED)
            elif state == QUEUED:
                queued.append(job)
            elif state == READY and job.is_cancelled:
                job.finish(CANCELLED)
            elif state not in ACTIVE and time.time() - float(job.end.get("time", 0)) > KEPT:
                job.delete()
        if queued and len(self._running) < self._limits.processes:
            self._start_next(queued)

    def _look_after(self, running: Running) -> None:
        job, process, end = running
        status = process.poll()
        is_unwanted = job.is_cancelled or job.unseen > ABANDONED or not job.folder.exists()
        if status is None and not is_unwanted and time.monotonic() <= end:
            return
        processes.end(process)
        self._running.remove(running)
        if status is None:
            if time.monotonic() > end:
                job.finish(FAILED, reason="time")
            else:
                job.finish(CANCELLED)
        elif job.state == RUNNING:
            job.finish(FAILED, reason="time" if processes.is_out_of_time(status) else "lost")
        elif job.state == READY and job.is_cancelled:
            job.finish(CANCELLED)

    def _start_next(self, queued: list[Job]) -> None:
        """Start the job that waits longest, of the network that was served least recently, one for each visitor."""
        busy = {running.job.visitor.get("visitor") for running in self._running}
        facts = [(job, job.visitor) for job in queued]
        free = [(job, who) for job, who in facts if who and who["visitor"] not in busy]
        if free:
            job, who = min(free, key=lambda x: (self._served.get(x[1]["network"], 0), x[1]["time"]))
            self._served[who["network"]] = time.monotonic()
            self._start(job)

    def _start(self, job: Job) -> None:
        limits = {"seconds": self._limits.seconds, "megabytes": self._limits.megabytes}
        limits["is_long"] = job.order.get("is_long", True)
        process = processes.take({"folder": str(job.folder.resolve()), **limits})
        job.note_worker(process.pid)
        end = time.monotonic() + REAL_TIME * self._limits.seconds
        self._running.append(Running(job, process, end))
