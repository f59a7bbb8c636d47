"""A server that makes one file at a time, and a program that asks it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import select, update
from werkzeug.test import TestResponse

from ireval.exercises import Sheet, make_sheet
from tests.conftest import make_app
from tests.running_worker import JobsWithWorker
from web import store
from web.jobs.working import processes
from web.jobs.working.runner import Runner
from web.store.jobs.job_records import ACTIVE, Claim
from web.store.jobs.job_store import JobStore
from web.store.schema import job_pieces, jobs

#: One exercise, so that a variant takes little time; and six, which take half a minute with so many variants.
SHEET, LARGE = make_sheet(7, 1), make_sheet(7, 6)
LONG = 200
WAIT = 60


class LiveJob(NamedTuple):
    """A job as it is at each look."""

    store: JobStore
    id: str

    @property
    def state(self) -> str:
        return self.store.state(self.id)

    @property
    def outcome(self) -> Mapping[str, Any]:
        found = self.store.find(self.id)
        return found.outcome if found else {}

    @property
    def made(self) -> bytes:
        """The file that was made."""
        found = self.store.find(self.id)
        assert found
        return b"".join(self.store.read(found))

    @property
    def files(self) -> set[int]:
        """The numbers of the files that are stored."""
        with self.store._database.reading() as connection:
            return set(connection.scalars(select(job_pieces.c.file).where(job_pieces.c.job == self.id)))

    def change(self, **values: Any) -> None:
        """Change the row."""
        with self.store._database.writing() as connection:
            connection.execute(update(jobs).where(jobs.c.id == self.id).values(values))


class Works(NamedTuple):
    """An app whose orders are never answered at once, and its jobs. ``begun`` has the process that got each job."""

    app: Flask
    jobs: JobsWithWorker
    begun: dict[str, int]

    @property
    def store(self) -> JobStore:
        with self.app.app_context():
            return self.jobs.store

    def all(self) -> list[LiveJob]:
        """All jobs."""
        return [LiveJob(self.store, job.id) for job in self.store.all()]

    def order(
        self, variants: int = LONG, sheet: Sheet = LARGE, address: str = "127.0.0.1", form: str = "moodle"
    ) -> TestResponse:
        body = {"format": form, "variants": variants, "sheet": json.loads(sheet.to_json())}
        overrides = {"REMOTE_ADDR": address}
        return self.app.test_client().post("/api/v1/sheets", json=body, environ_overrides=overrides)

    def job(self, answer: TestResponse) -> LiveJob:
        found = self.store.find(answer.headers["Location"].rpartition("/")[2])
        assert found
        return LiveJob(self.store, found.id)

    def process(self, job: LiveJob) -> int:
        """The id of the process that works on a job, once there is one."""
        wait_for(lambda: job.id in self.begun)
        return self.begun[job.id]


@contextmanager
def running_works(folder: Path, **settings: object) -> Iterator[Works]:
    """An app with its database in this folder; at the end, all jobs are cancelled."""
    app = make_app(**{"DATABASE_URL": f"sqlite:///{folder / 'jobs.sqlite'}", "JOBS": 1, **settings})
    app.config["JOB_PATIENCE"] = 0
    begun: dict[str, int] = {}
    followed = Runner._follow

    def noted(runner: Runner, claim: Claim, process: processes.Process, *rest: Any) -> dict[str, Any] | None:
        begun[claim.id] = process.pid
        return followed(runner, claim, process, *rest)

    works = Works(app, app.extensions["jobs"], begun)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Runner, "_follow", noted)
            yield works
            if worker := works.jobs.worker:
                for job in works.all():
                    works.store.cancel(job.id)
                wait_for(lambda: not any(job.state in ACTIVE for job in works.all()))
                worker.end()
    finally:
        with app.app_context():
            store.store().close_connections()


def wait_for(holds: Callable[[], object]) -> None:
    """Wait until something holds; fail if it does not within a minute."""
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def processes_of(process: int) -> set[int]:
    """The ids of all processes that a process has started, and that those have started."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


def has_ended(process: int) -> bool:
    """Whether there is no process with this id."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
