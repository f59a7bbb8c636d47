"""What a server holds, as Prometheus reads it: counted by hand, and never waited for."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from flask import Flask

from tests import classroom
from tests.conftest import DEFAULTS, make_app
from tests.endurance.server_process import descendants
from tests.paths import DOCS
from tests.web.operation.test_counters import free_port, number, read
from tests.web.server.test_http_server import address_of, answers, soon, started
from web.operation import gauge_readers, gauges
from web.operation.gauges import Reader, Readings
from web.server.error_pages import StorageError
from web.server.settings import Settings
from web.store import store
from web.store.connections import waits
from web.store.database import Database
from web.store.inspection.figure import Figure
from web.store.jobs.job_records import NewJob
from web.store.jobs.job_store import JobStore

pytestmark = pytest.mark.slow

METRIC = re.compile(r"^# TYPE (\w+) (\w+)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def shared_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library decides when it is imported whether processes share their counts; so they do in other tests, too."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))


@contextmanager
def app_with_jobs(folder: Path, **settings: object) -> Iterator[tuple[Flask, Settings]]:
    app = classroom.made(folder, **settings)
    yield app, Settings.read(DEFAULTS | settings)
    classroom.closed(app)


def new_job(kind: str, *, is_long: bool) -> NewJob:
    return NewJob(kind, {}, {}, f"visitor {kind}", "network", f"digest {kind}", is_long)


def found(*readers: Reader) -> dict[str, float]:
    """The values by name and label."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for metric in Readings(readers).collect()
        for sample in metric.samples
    }


def test_jobs_and_space_are_counted(tmp_path: Path) -> None:
    with app_with_jobs(tmp_path, COLLECTION_SPACE=7, JOB_SPACE=9) as (app, settings):
        owner = classroom.publish(app, mode="practice")
        assert classroom.Student(app, owner.students).save(ap_score="0.29") == 204
        with app.app_context():
            jobs = JobStore(store().database, lambda *_: None, None)
        for kind, is_long in (("a", False), ("b", False), ("c", True), ("d", True)):
            jobs.add(new_job(kind, is_long=is_long), lambda _: None)
        (first, *_) = jobs.all()
        assert jobs.begin(first.id)
        values = found(*gauge_readers.readers(app, settings))
    ages = [values.pop(f"ireval_oldest_queued_job_seconds {length}") for length in ("short", "long")]
    assert all(0 < age < 60 for age in ages) and ages[0] >= ages[1]
    assert values.pop("ireval_space_used_bytes sheets") > 300  # the text of the sheet
    assert values.pop("ireval_disk_free_bytes") > 0
    assert values == {
        "ireval_store_readable": 1,
        "ireval_queued_jobs short": 1,
        "ireval_running_jobs short": 1,
        "ireval_queued_jobs long": 2,
        "ireval_running_jobs long": 0,
        "ireval_lost_jobs": 0,
        "ireval_workers": 0,
        "ireval_space_used_bytes collections": 0,
        "ireval_space_used_bytes job-files": 0,
        "ireval_space_allowed_bytes sheets": 5_000_000_000,
        "ireval_space_allowed_bytes collections": 7_000_000,
        "ireval_space_allowed_bytes job-files": 9_000_000,
    }


def test_before_there_is_a_database_nothing_is_read(tmp_path: Path) -> None:
    app = make_app()
    app.config["DATABASE_URL"] = str(tmp_path / "never.sqlite")
    assert found(*gauge_readers.readers(app, Settings.read(DEFAULTS))) == {"ireval_store_readable": 1}
    assert not (tmp_path / "never.sqlite").exists()


def test_what_cannot_be_read_is_left_out() -> None:
    app = make_app(DATABASE_URL="postgresql://ada:topsecret@127.0.0.1:1/sheets")
    assert found(*gauge_readers.readers(app, Settings.read(DEFAULTS))) == {"ireval_store_readable": 0}


def test_nobody_waits_for_what_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread at a time reads; who asks meanwhile gets an answer without what is read, and later what was read."""
    monkeypatch.setattr(gauges, "PATIENCE", 0.05)
    release, reads = threading.Event(), list[int]()

    def read() -> list[Figure]:
        reads.append(1)
        release.wait()
        return [Figure("ireval_workers", 3)]

    reader = Reader(read, [Figure("ireval_store_readable", 0)])
    for _ in range(3):
        assert found(reader) == {"ireval_store_readable": 0}
    assert len(reads) == 1
    release.set()
    assert soon(lambda: found(reader) == {"ireval_workers": 3})
    assert len(reads) == 1


def test_errors_are_read_again_sooner_than_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauges, "FRESH", 0.0)
    fails = [True]

    def read() -> list[Figure]:
        if fails:
            fails.clear()
            raise StorageError("database-unusable", database="x", reason="y")
        return [Figure("ireval_workers", 1)]

    reader = Reader(read, [], fresh=1000)
    assert found(reader) == {}
    assert found(reader) == found(reader) == {"ireval_workers": 1}


@contextmanager
def counted_server(
    folder: Path, *, threads: str = "2", worker: str = "0"
) -> Iterator[tuple[str, Callable[[], str], subprocess.Popen[str]]]:
    """A server's address, what reads its counters, and its first process."""
    place = f"127.0.0.1:{free_port()}"
    url = f"sqlite:///{folder}/x.sqlite"
    server = started(
        PORT="0",
        WORKERS="2",
        THREADS=threads,
        JOB_WORKER=worker,
        METRICS_ADDRESS=place,
        DATABASE_URL=url,
        TMPDIR=str(folder),
    )
    with server as process:
        address = address_of(process).rstrip("/")
        assert soon(lambda: answers(f"http://{place}/metrics"))
        yield address, lambda: read(f"http://{place}/metrics"), process
        process.terminate()
        process.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")
def test_what_all_processes_hold_is_summed_and_the_page_has_all_names(tmp_path: Path) -> None:
    """The gauges of a real server with two processes and a worker; it takes the seconds in which that starts."""
    with counted_server(tmp_path, threads="3", worker="1") as (address, counters, _):
        for labels in ("101", "110", "011"):
            for _ in range(8):
                assert read(f"{address}/lab?labels={labels}")
        assert soon(lambda: number(counters(), "ireval_workers") == 1)
        text = counters()
        assert number(text, "ireval_threads") == 6
        assert number(text, "ireval_busy_threads") == 0
        assert number(text, "ireval_ready") == number(text, "ireval_store_readable") == 1
        made = number(text, "ireval_kept_answers_total", outcome="miss")
        assert number(text, "ireval_answer_cache_entries") == made >= 3
        assert number(text, "ireval_answer_cache_bytes") > 600 * made
        names = {name.removesuffix("_total"): kind for name, kind in METRIC.findall(text)}
    documented = documented_names()
    assert {name for name in names if name.startswith("ireval_")} <= documented
    #: Those that have a value only after something has happened.
    rare = {"ireval_exports", "ireval_refusals", "ireval_saves", "ireval_store_failures"}
    assert documented - names.keys() <= rare, documented - names.keys()


def documented_names() -> set[str]:
    """The names in the table of docs/running-a-server.md."""
    page = (DOCS / "running-a-server.md").read_text("utf-8")
    return {name.removesuffix("_total") for name in re.findall(r"^\| `(ireval_\w+)` \|", page, re.MULTILINE)}


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")
def test_what_a_process_held_that_has_died_is_forgotten(tmp_path: Path) -> None:
    """A killed process leaves its busy threads and its kept answers behind, which nobody has any more."""
    with counted_server(tmp_path) as (address, counters, process):
        for labels in ("101", "110", "011"):
            for _ in range(8):
                assert read(f"{address}/lab?labels={labels}")
        assert number(counters(), "ireval_answer_cache_entries") >= 3
        for child in descendants(process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        assert soon(lambda: answers(f"{address}/healthz"))
        assert soon(lambda: _entries(counters) == 0)


def _entries(counters: Callable[[], str]) -> float:
    try:
        return number(counters(), "ireval_answer_cache_entries")
    except OSError:
        return -1


def test_waits_and_failures_of_the_database_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds, failures = list[float](), list[str]()
    monkeypatch.setattr(waits, "_waits", [seconds.append])
    monkeypatch.setattr(waits, "_failures", [failures.append])
    database = Database(f"sqlite:///{tmp_path}/x.sqlite")
    with database.writing():
        pass
    seconds.clear()
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with database.writing():
            held.set()
            done.wait(0.2)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    with database.writing():
        pass
    holder.join()
    assert len(seconds) <= 2, "on a busy machine the other thread may wait a little, too"
    assert 0.001 < max(seconds) < 5
    with pytest.raises(StorageError), database.writing() as connection:
        connection.exec_driver_sql("SELECT * FROM nowhere")
    assert failures == ["database-unusable"]
    database.close()
