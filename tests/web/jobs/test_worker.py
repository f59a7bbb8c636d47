"""Workers: killed, told to end, two at once; what their processes know, and what they do while there is no work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT
from tests.web.jobs.running_works import (
    LARGE,
    LONG,
    SHEET,
    LiveJob,
    Works,
    has_ended,
    processes_of,
    running_works,
    wait_for,
)
from web.jobs.kinds import SHEET_FILE
from web.jobs.working import local_distributor, processes, runner
from web.jobs.working.local_distributor import LocalDistributor
from web.jobs.working.runner import Limits, Runner
from web.store.jobs.job_records import NewJob
from web.store.jobs.job_store import JobStore
from web.store.jobs.local_file import Changes
from web.store.schema import MADE
from web.store.sheet_store import Store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are looked at as on Linux"),
]
#: Nobody leaves the page of a job that was seen so late.
NEVER = 4 * 10**15


@pytest.fixture
def works(tmp_path: Path) -> Iterator[Works]:
    with running_works(tmp_path) as found:
        yield found


@contextmanager
def stored_jobs(url: str) -> Iterator[JobStore]:
    store = Store(url)
    yield JobStore(store.database, lambda *_: None, None)
    store.close_connections()


def added(jobs: JobStore, number: int, variants: int = 1) -> LiveJob:
    """A file of a sheet that a visitor of its own waits for, without ever leaving."""
    sheet = (LARGE if variants > 1 else SHEET).to_json().decode()
    what = {"sheet": sheet, "kind": "moodle", "variants": variants}
    new = NewJob(SHEET_FILE, what, {}, f"visitor {number}", "hall", str(number), is_long=variants > 1)
    job = LiveJob(jobs, jobs.add(new, lambda _: None).id)
    job.change(seen=NEVER)
    return job


@contextmanager
def worker(url: str) -> Iterator[subprocess.Popen[str]]:
    """A worker as a service of its own, which is killed at the end."""
    environment = os.environ | {"DATABASE_URL": url, "JOBS": "1"}
    command = [sys.executable, "-m", "web.jobs"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as started:
        try:
            yield started
        finally:
            started.kill()


def attempt_of(job: LiveJob) -> int:
    found = job.store.find(job.id)
    assert found
    return found.attempt


def test_a_killed_worker_leaves_nothing_running_and_its_job_to_the_next_one_but_not_to_a_third(tmp_path: Path) -> None:
    """Three workers are started from nothing, as services are: what a deployment does is only seen so."""
    url = f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    with stored_jobs(url) as jobs:
        job = added(jobs, 1, LONG)
        for attempt in (1, 2):
            with worker(url) as killed:
                wait_for(lambda: attempt_of(job) == attempt and len(processes_of(killed.pid)) == 2)  # noqa: B023
                children = processes_of(killed.pid)
            wait_for(lambda: all(map(has_ended, children)))  # noqa: B023
            assert job.state == "running"
        with worker(url) as third:
            wait_for(lambda: job.state == "failed")
            assert (job.outcome, job.files) == ({"reason": "lost"}, set())
            third.send_signal(signal.SIGTERM)
            _, said = third.communicate(timeout=30)
        assert (third.returncode, said) == (0, "")


def test_a_worker_that_is_told_to_end_queues_its_job_again(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "GRACE", 0.1)
    job = works.job(works.order(LONG))
    process = works.process(job)
    assert works.jobs.worker
    works.jobs.worker.end()
    assert (job.state, attempt_of(job)) == ("queued", 1)
    assert has_ended(process)
    works.jobs.worker = None
    works.order(1, SHEET, address="192.0.2.1")  # another worker begins
    wait_for(lambda: job.state == "running")
    assert attempt_of(job) == 2


def test_what_is_nearly_finished_is_finished_when_a_worker_is_told_to_end(works: Works) -> None:
    job = works.job(works.order(1, SHEET))
    works.process(job)
    assert works.jobs.worker
    works.jobs.worker.end()
    assert (job.state, attempt_of(job)) == ("ready", 1)
    works.jobs.worker = None


def test_a_long_job_keeps_no_short_one_waiting(works: Works) -> None:
    long = works.job(works.order(LONG))
    works.process(long)
    other = works.job(works.order(LONG, address="192.0.2.1"))
    short = works.job(works.order(1, SHEET, address="192.0.2.2"))
    wait_for(lambda: short.state == "ready")
    assert (long.state, other.state) == ("running", "queued")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no list of processes")
@pytest.mark.usefixtures("started_as_usual")
def test_a_process_knows_neither_the_database_nor_the_secrets(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in processes.SECRETS:
        monkeypatch.setenv(name, "very-secret-value")
    processes.end_spare()
    process = works.process(works.job(works.order(LONG)))
    known = Path(f"/proc/{process}/environ").read_bytes() + Path(f"/proc/{process}/cmdline").read_bytes()
    assert b"PATH=" in known
    assert b"very-secret-value" not in known and b"jobs.sqlite" not in known
    opened = [str(link.readlink()) for link in Path(f"/proc/{process}/fd").iterdir()]
    assert not [file for file in opened if "jobs.sqlite" in file]


def test_two_workers_of_one_file_do_each_job_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one goes on when the first has ended."""
    monkeypatch.setattr(local_distributor, "PAUSE", 0.02)
    url = f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    begun: list[str] = []

    def noted(self: Runner, claim: Any, *_: Any) -> dict[str, Any]:
        begun.append(f"{claim.id} {self.limits.seconds}")
        return {"state": "failed", "reason": "lost"}

    monkeypatch.setattr(Runner, "_make", noted)
    with ExitStack() as stack:
        started: list[tuple[threading.Event, threading.Thread]] = []
        for number in (1, 2):
            jobs, stop = stack.enter_context(stored_jobs(url)), threading.Event()
            doing = Runner(jobs, Limits(1, number, 0))
            started.append((stop, threading.Thread(target=LocalDistributor(url).work, args=(doing, stop))))
        jobs = stack.enter_context(stored_jobs(url))
        first = [added(jobs, number) for number in range(5)]
        for _, thread in started:
            thread.start()
        wait_for(lambda: all(job.state == "failed" for job in first))
        worker_of_first = {line.partition(" ")[2] for line in begun}
        assert (len(begun), len(set(begun)), len(worker_of_first)) == (5, 5, 1)
        started[int(worker_of_first.pop()) - 1][0].set()
        last = added(jobs, 9)
        wait_for(lambda: last.state == "failed")
        for stop, thread in started:
            stop.set()
            thread.join()
        assert sorted(line.partition(" ")[0] for line in begun) == sorted(job.id for job in (*first, last))


def test_a_worker_waits_for_a_database_that_is_not_there_without_making_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_distributor, "PAUSE", 0.01)
    file, stop = tmp_path / "jobs.sqlite", threading.Event()
    with stored_jobs(str(file)) as jobs:
        work = LocalDistributor(str(file)).work
        thread = threading.Thread(target=work, args=(Runner(jobs, Limits(1, 60, 4096)), stop))
        thread.start()
        thread.join(0.1)
        assert list(tmp_path.iterdir()) == []
        job = added(jobs, 1)
        wait_for(lambda: job.state != "queued")
        wait_for(lambda: job.state == "ready")
        stop.set()
        thread.join()
        assert job.files == {MADE}


def test_an_idle_worker_reads_no_table_until_something_changes(tmp_path: Path) -> None:
    file = tmp_path / "jobs.sqlite"
    with stored_jobs(str(file)) as jobs:
        added(jobs, 1)
        changes = Changes(file)
        assert [changes.happened() for _ in range(3)] == [True, False, False]
        added(jobs, 2)
        assert [changes.happened() for _ in range(2)] == [True, False]
        changes.close()
        with jobs._database.reading() as connection:
            plans = [
                connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}").all()
                for statement in ("SELECT id FROM jobs WHERE state = 'queued' ORDER BY created",)
            ]
        assert "USING INDEX jobs_by_state" in str(plans)


def test_answers_are_saved_while_large_files_come_and_go(tmp_path: Path) -> None:
    """Between processes SQLite has no queue of writers; so each transaction with files must be short."""
    url = f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    (tmp_path / "made").write_bytes(bytes(40_000_000))
    store, done = Store(url), threading.Event()
    published = store.publish(SHEET.to_json().decode(), title="a", mode="practice", lifetime=timedelta(days=1))
    sheet = store.by_owner(published.owner)
    assert sheet
    refused: list[Exception] = []

    def come_and_go() -> None:
        with stored_jobs(url) as jobs, (tmp_path / "made").open("rb") as sent:
            try:
                new = NewJob("kind", {}, {}, "Ada", "hall", "digest", is_long=True, files=[sent])
                claim = jobs.begin(jobs.add(new, lambda _: None).id)
                assert claim
                jobs.finish(claim, "ready", {"name": "x"}, tmp_path / "made")
                jobs.deliver(claim.id)
            except Exception as error:
                refused.append(error)
            finally:
                done.set()

    thread = threading.Thread(target=come_and_go)
    thread.start()
    saved = 0
    while not done.is_set() or saved < 20:
        store.save(sheet, "ada", "e1", "a", str(saved))
        saved += 1
    thread.join()
    assert refused == []
    assert store.answers(sheet, "ada").given == {("e1", "a"): str(saved - 1)}
    store.close_connections()


def test_folders_of_workers_that_were_killed_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They hold what a file is made from, such as names; the folder of a job that still runs is younger.

    A job of 60 seconds may run for 300; its worker ends within 10, and tries to store the result for 60 more.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    limits = Limits(1, 60, 0)
    for name, age in (("ireval-job-old", 380), ("ireval-job-new", 360), ("other", 3600)):
        (tmp_path / name / "sent").mkdir(parents=True)
        os.utime(tmp_path / name, times=(time.time() - age,) * 2)
    runner.remove_leavings(limits)
    assert {path.name for path in tmp_path.iterdir()} == {"ireval-job-new", "other"}


def test_the_worker_says_nothing_of_what_it_works_on(works: Works, capfd: pytest.CaptureFixture[str]) -> None:
    job = works.job(works.order(1, SHEET))
    wait_for(lambda: job.state == "ready")
    assert json.dumps([*capfd.readouterr()]) == '["", ""]'
