"""A server that makes one file at a time, and a program that asks it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from werkzeug.test import TestResponse

from ireval.exercises import Sheet, make_sheet
from tests.conftest import make_app
from web.jobs.admission import Jobs
from web.jobs.spool import Job

#: One exercise, so that a variant takes little time; and six, which take half a minute with so many variants.
SHEET, LARGE = make_sheet(7, 1), make_sheet(7, 6)
LONG = 200
WAIT = 60


class Works(NamedTuple):
    """An app whose orders are never answered at once, and its jobs."""

    app: Flask
    jobs: Jobs

    def order(
        self, variants: int = LONG, sheet: Sheet = LARGE, address: str = "127.0.0.1", form: str = "moodle"
    ) -> TestResponse:
        body = {"format": form, "variants": variants, "sheet": json.loads(sheet.to_json())}
        overrides = {"REMOTE_ADDR": address}
        return self.app.test_client().post("/api/v1/sheets", json=body, environ_overrides=overrides)

    def job(self, answer: TestResponse) -> Job:
        found = self.jobs.spool.find(answer.headers["Location"].rpartition("/")[2])
        assert found
        return found


@contextmanager
def running_works(folder: Path, **settings: object) -> Iterator[Works]:
    """An app with its jobs in this folder; at the end, all of them are cancelled."""
    app = make_app(JOB_FOLDER=str(folder), JOBS=1, **settings)
    app.config["JOB_PATIENCE"] = 0
    works = Works(app, app.extensions["jobs"])
    try:
        yield works
    finally:
        for job in works.jobs.spool.jobs():
            job.cancel()
        wait_for(lambda: not any(job.state in {"queued", "running"} for job in works.jobs.spool.jobs()))
        for job in works.jobs.spool.jobs():
            job.delete()  # its manager ends when there are none


def wait_for(holds: Callable[[], object]) -> None:
    """Wait until something holds; fail if it does not within a minute."""
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def process_of(job: Job) -> int:
    """The id of the process that works on the job, once there is one."""
    wait_for((job.folder / "worker").exists)
    return int((job.folder / "worker").read_text("ascii").split()[1])


def has_ended(process: int) -> bool:
    """Whether there is no process with this id."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
