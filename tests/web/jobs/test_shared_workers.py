"""Jobs in a PostgreSQL database survive whatever happens to workers, clocks and the database, each done once."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tests.conftest import make_app
from tests.endurance.databases import own_cluster
from tests.sentences import carries
from tests.web.jobs.shared_workers import SharedJobs, all_run, workers
from tests.web.jobs.sleeping_work import GROW, SPIN
from tests.web.store.conftest import database
from web.jobs.working import queue_package
from web.jobs.working.distributors import distributor_of
from web.server.limits import INSTALL
from web.server.settings import SettingError
from web.store.jobs.job_records import CANCELLED, FAILED, READY, RUNNING

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="workers are killed as on Linux")]


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[SharedJobs]:
    with database("postgresql", tmp_path) as url:
        found = SharedJobs(url)
        yield found
        found.close()


def test_a_killed_workers_job_is_done_by_another(shared: SharedJobs, tmp_path: Path) -> None:
    with workers(tmp_path, shared.url) as [first]:
        shared.add("one", 4)
        shared.wait(all_run)
        with workers(tmp_path, shared.url):
            first.send(signal.SIGKILL)
            assert shared.files() == {"one": "one"}
            shared.wait_for_no_entry()
    assert shared.look()["one"].attempt == 2


def test_a_job_with_which_two_workers_died_is_lost(shared: SharedJobs, tmp_path: Path) -> None:
    shared.add("one", 30)
    for attempt in (1, 2):
        with workers(tmp_path, shared.url):
            while not (all_run(found := shared.look()) and found["one"].attempt == attempt):
                time.sleep(0.05)
    with workers(tmp_path, shared.url):
        found = shared.wait(lambda jobs: jobs["one"].state == FAILED)
        shared.wait_for_no_entry()
    assert found["one"].outcome == {"reason": "lost"}


def test_a_worker_that_only_stood_still_changes_nothing_any_more(shared: SharedJobs, tmp_path: Path) -> None:
    """It goes on while another one does its job again, and afterwards does others."""
    with workers(tmp_path, shared.url) as [first]:
        shared.add("one", 5)
        shared.wait(all_run)
        first.send(signal.SIGSTOP)
        with workers(tmp_path, shared.url) as [second]:
            shared.wait(lambda jobs: jobs["one"].attempt == 2)
            first.send(signal.SIGCONT)
            assert shared.files() == {"one": "one"}
            shared.wait_for_no_entry()
            assert second.ended() == 0
        shared.add("two", 0.1)
        assert shared.files() == {"one": "one", "two": "two"}
    assert shared.look()["one"].attempt == 2


@pytest.mark.thorough
def test_workers_replace_each_other_while_jobs_come(shared: SharedJobs, tmp_path: Path) -> None:
    """As in a rolling update: what runs is finished in the time that it gets, or done again by the next worker."""
    names = [f"{number}" for number in range(8)]
    with workers(tmp_path, shared.url) as [first]:
        shared.add("long", 14)
        for name in names[:4]:
            shared.add(name, 0.5, is_long=False)
        shared.wait(lambda jobs: jobs["long"].attempt and jobs["1"].state == READY)
        with workers(tmp_path, shared.url):
            first.send(signal.SIGTERM)
            for name in names[4:]:
                shared.add(name, 0.5, is_long=False)
            assert shared.files() == {name: name for name in ("long", *names)}
            assert first.ended() == 0
            shared.wait_for_no_entry()
    found = shared.look()
    assert [found[name].attempt for name in names] == [1] * 8
    assert found["long"].attempt == 2


def test_clocks_a_minute_apart_lose_and_double_nothing(shared: SharedJobs, tmp_path: Path) -> None:
    with workers(tmp_path, shared.url, clocks=(0, 60, -60)):
        names = [f"{number}" for number in range(14)]
        for name in names:
            shared.add(name, 0.4, is_long=int(name) % 2 == 0)
        assert shared.files() == {name: name for name in names}
        shared.wait_for_no_entry()
    assert [job.attempt for job in shared.look().values()] == [1] * 14


@pytest.mark.thorough
def test_one_at_a_time_for_a_visitor_and_networks_take_turns(shared: SharedJobs, tmp_path: Path) -> None:
    """One network orders for five visitors before others come; those wait for one of its jobs, not for all."""
    for number in range(5):
        shared.add(f"busy {number}", 0.3, network="busy")
    shared.add("first", 0.5, "same", "quiet")
    shared.add("second", 0.5, "same", "quieter")
    with workers(tmp_path, shared.url, JOBS="2"):
        assert len(shared.files()) == 7
    times = shared.times()
    assert times["first"][1] <= times["second"][0], "a visitor's jobs run one after the other"
    begun = sorted(times, key=lambda name: times[name][0])
    assert begun.index("first") < 2 and begun.index("second") < 5


@pytest.mark.thorough
def test_a_short_job_does_not_wait_for_long_ones(shared: SharedJobs, tmp_path: Path) -> None:
    with workers(tmp_path, shared.url):
        for number in range(2):
            shared.add(f"long {number}", 3)
        shared.wait(lambda jobs: sum(job.attempt for job in jobs.values()) == 1)
        shared.add("short", 0, is_long=False)
        shared.files()
    times = shared.times()
    assert times["short"][1] < min(times["long 0"][1], times["long 1"][1])


@pytest.mark.thorough
def test_what_exceeds_its_limits_ends_as_everywhere(shared: SharedJobs, tmp_path: Path) -> None:
    """Processor time, real time and memory: what the page says depends on these reasons alone."""
    with workers(tmp_path, shared.url, JOBS="2", JOB_SECONDS="1", JOB_MEMORY="512"):
        shared.add("processor", kind=SPIN, is_long=False)
        shared.add("real time", 60)
        shared.add("memory", kind=GROW, is_long=False)
        assert shared.files() == {}
        shared.wait_for_no_entry()
    ends = {name: (job.state, job.outcome["reason"]) for name, job in shared.look().items()}
    assert ends == {"processor": (FAILED, "time"), "real time": (FAILED, "time"), "memory": (FAILED, "memory")}


def test_a_cancelled_job_ends_and_the_next_one_of_the_visitor_begins(shared: SharedJobs, tmp_path: Path) -> None:
    with workers(tmp_path, shared.url):
        first = shared.add("first", 60, "same")
        shared.add("second", 0, "same")
        shared.wait(lambda jobs: jobs["first"].state == RUNNING)
        shared.jobs.cancel(first)
        assert shared.files() == {"second": "second"}
        shared.wait_for_no_entry()
    assert shared.look()["first"].state == CANCELLED


def test_row_and_entry_are_stored_together_or_not_at_all(shared: SharedJobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what stands in the tables of the queue is an id and digests; entries without a job do nothing."""
    shared.add("one", visitor="digest")
    put = shared.jobs._put

    def fail(connection: Any, job: Any) -> None:
        put(connection, job)
        raise RuntimeError

    monkeypatch.setattr(shared.jobs, "_put", fail)
    with pytest.raises(RuntimeError):
        shared.add("two")
    assert list(shared.look()) == ["one"] and shared.entries() == 1
    with shared.store.database.reading() as connection:
        row = connection.execute(text("SELECT args, lock, queueing_lock, scheduled_at FROM procrastinate_jobs")).one()
    id_ = shared.look()["one"].id
    assert tuple(row) == ({"job": id_}, "digest", id_, None)


def test_a_job_that_lost_its_entry_gets_another(shared: SharedJobs, tmp_path: Path) -> None:
    """And entries of jobs that are gone, as after a restored backup, are over at once."""
    shared.add("gone")
    shared.add("one", 0.1)
    with shared.store.database.writing() as connection:
        connection.execute(text("DELETE FROM procrastinate_jobs WHERE lock = 'one'"))
        connection.execute(text("DELETE FROM job_pieces"))
        connection.execute(text("DELETE FROM jobs WHERE visitor = 'gone'"))
    with workers(tmp_path, shared.url):
        assert shared.files() == {"one": "one"}
        shared.wait_for_no_entry()


@pytest.mark.thorough
def test_the_database_restarts_while_a_job_runs(tmp_path: Path) -> None:
    """The job goes on meanwhile, and the worker takes the next one."""
    with own_cluster() as cluster:
        shared = SharedJobs(cluster.url)
        with workers(tmp_path, cluster.url) as [worker]:
            shared.add("one", 3)
            shared.wait(all_run)
            cluster.restart()
            assert shared.files() == {"one": "one"}
            shared.add("two", 0.1)
            assert shared.files() == {"one": "one", "two": "two"}
            assert worker.ended() == 0
        assert [job.attempt for job in shared.look().values()] == [1, 1]
        shared.close()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_without_the_package_it_is_named(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    """For a server and for a worker; SQLite needs no package."""
    monkeypatch.setattr(queue_package, "find_spec", lambda _: None)
    url = f"{scheme}://user@host/database"
    named = carries("job-queue-package", command=INSTALL)
    for start in (lambda: make_app(DATABASE_URL=url), lambda: distributor_of(url)):
        with pytest.raises(SettingError, check=named):
            start()
    make_app(DATABASE_URL="sqlite:///sheets.sqlite")
