"""Workers of one PostgreSQL database, as processes with clocks of their own, and the jobs that they do."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from tests.paths import ROOT
from tests.web.jobs.sleeping_work import SLEEP
from web.jobs.working.distributors import distributor_of
from web.store.jobs.job_records import ACTIVE, READY, RUNNING, Job, NewJob
from web.store.jobs.job_store import JobStore
from web.store.sheet_store import Store

WAIT = 40
#: Imported by each Python that has its folder on the path: moves the clocks of the process, but no stopwatch.
CLOCK = """
import datetime, os, time
OFFSET = float(os.environ.get("CLOCK_OFFSET", "0"))
real, real_ns, true = time.time, time.time_ns, datetime.datetime
time.time = lambda: real() + OFFSET
time.time_ns = lambda: real_ns() + int(OFFSET * 10**9)

class Kind(type):
    def __instancecheck__(cls, value):
        return isinstance(value, true)

class Moved(true, metaclass=Kind):
    __slots__ = ()

    @classmethod
    def now(cls, tz=None):
        return true.now(tz) + datetime.timedelta(seconds=OFFSET)

    @classmethod
    def utcnow(cls):
        return true.utcnow() + datetime.timedelta(seconds=OFFSET)

datetime.datetime = Moved
"""
START = """
from web.jobs.working import processes
processes.WORKER = "tests.web.jobs.sleeping_work"
from web.jobs.__main__ import main
main()
"""


def moved_clock(folder: Path, seconds: float) -> dict[str, str]:
    """Environment variables for a Python whose clock is ahead by so much."""
    (folder / "sitecustomize.py").write_text(CLOCK)
    return {"PYTHONPATH": str(folder), "CLOCK_OFFSET": str(seconds)}


class WorkerProcess:
    """A worker, which says into a log what goes wrong."""

    def __init__(self, folder: Path, url: str, clock: float = 0, **settings: str) -> None:
        self.log = folder / "workers.log"
        environment = os.environ | moved_clock(folder, clock) | {"DATABASE_URL": url, "JOBS": "1"} | settings
        with self.log.open("a") as log:
            self._process = subprocess.Popen([sys.executable, "-c", START], cwd=ROOT, env=environment, stderr=log)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def ended(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Its status when it has ended after this signal."""
        self.send(number)
        return self._process.wait(WAIT)


class SharedJobs:
    """The jobs of a database, which somebody looks at all the time."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store = Store(url)
        self.jobs = JobStore(self.store.database, distributor_of(url).put, None)

    def add(
        self,
        name: str,
        seconds: float = 0,
        visitor: str = "",
        network: str = "",
        *,
        is_long: bool = True,
        kind: str = SLEEP,
    ) -> str:
        """The id of a new job that takes so long."""
        what = {"seconds": seconds, "text": name}
        new = NewJob(kind, what, {"title": name}, visitor or name, network or name, name, is_long)
        return self.jobs.add(new, lambda _: None).id

    def look(self) -> dict[str, Job]:
        """All jobs by their titles. They do not count as abandoned."""
        found = self.jobs.all()
        for job in found:
            self.jobs.see(job)
        return {job.page["title"]: job for job in found}

    def wait(self, holds: Callable[[dict[str, Job]], object], wait: float = WAIT) -> dict[str, Job]:
        """The jobs, as soon as something holds of them."""
        end = time.monotonic() + wait
        while not holds(found := self.look()):
            assert time.monotonic() < end, found
            time.sleep(0.05)
        return found

    def files(self) -> dict[str, str]:
        """What was made, by the titles, once no job is active."""
        found = self.wait(lambda jobs: not any(job.state in ACTIVE for job in jobs.values()))
        return {name: b"".join(self.jobs.read(job)).decode() for name, job in found.items() if job.state == READY}

    def times(self) -> dict[str, tuple[int, int]]:
        """When each job was begun and when it ended, in microseconds."""
        with self.store.database.reading() as connection:
            rows = connection.execute(text("SELECT page::json ->> 'title', begun, ended FROM jobs"))
            return {row[0]: (row[1], row[2]) for row in rows}

    def entries(self) -> int:
        """How many entries the queues have."""
        with self.store.database.reading() as connection:
            return int(connection.execute(text("SELECT count(*) FROM procrastinate_jobs")).scalar_one())

    def wait_for_no_entry(self) -> None:
        """Wait until the queues are empty."""
        self.wait(lambda _: not self.entries())

    def close(self) -> None:
        """Close the connections."""
        self.store.close_connections()


@contextmanager
def workers(folder: Path, url: str, clocks: Sequence[float] = (0,), **settings: str) -> Iterator[list[WorkerProcess]]:
    """Workers that have begun; at the end, those that are left are killed."""
    started = [WorkerProcess(folder, url, clock, **settings) for clock in clocks]
    try:
        yield started
    finally:
        for worker in started:
            worker.ended(signal.SIGKILL)


def all_run(found: dict[str, Job]) -> bool:
    """Whether a worker has begun with each job."""
    return all(job.state == RUNNING for job in found.values())


class WebHost:
    """A server of pages as on a computer of its own: with another clock and another folder for what it keeps."""

    def __init__(self, folder: Path, url: str, clock: float) -> None:
        folder.mkdir()
        for path in ROOT.iterdir():
            if path.name in {"web", "ireval", "static", "templates", "lessons", "collections"}:
                (folder / path.name).symlink_to(path)
        shutil.copy(ROOT / "app.py", folder)
        settings = {"DATABASE_URL": url, "SECRET_KEY": "the same for all", "JOB_WORKER": "0", "WORKERS": "1"}
        address = {"HOST": "127.0.0.1", "PORT": "0"}
        environment = os.environ | moved_clock(folder, clock) | settings | address
        with (folder / "log").open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "app.py"], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout
        found = re.search(r"http://[^/ ]+:\d+", self._process.stdout.readline())
        assert found, (folder / "log").read_text()
        self.address = found[0]

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.communicate(timeout=WAIT)
