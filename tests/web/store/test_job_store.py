"""Jobs in the database: for both of them, by the database's clock, whatever workers die and however late they write."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest
from sqlalchemy import func, select, update

from tests.sentences import carries
from tests.web.store.conftest import counts
from web.server.error_pages import StorageError
from web.store import dump
from web.store.database import Database
from web.store.jobs.job_records import (
    ABANDONED,
    CANCELLED,
    DELIVERED,
    FAILED,
    KEPT_SECONDS,
    QUEUED,
    READY,
    RUNNING,
    Claim,
    FileGoneError,
    Job,
    NewJob,
    NoSpaceError,
    Waiting,
)
from web.store.jobs.job_store import JobStore
from web.store.jobs.job_work import ARRIVAL_SECONDS, JobWork
from web.store.schema import job_pieces, jobs
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

#: Larger than what is written in one transaction.
LARGE = bytes(range(256)) * 40_000
SPACE = 30_000_000
_numbers = count()


@pytest.fixture
def put() -> list[str]:
    """The ids of the jobs that were handed on to workers."""
    return []


@pytest.fixture
def work(store: Store, put: list[str]) -> JobStore:
    return JobStore(store.database, lambda _, job: put.append(job.id), SPACE)


def new(**more: Any) -> NewJob:
    usual = {"kind": "slips", "what": {"a": 1}, "page": {"title": "Slips"}, "visitor": "Ada", "network": "hall"}
    return NewJob(**{**usual, "digest": f"digest {next(_numbers)}", "is_long": False, **more})


def added(work: JobStore, **more: Any) -> Job:
    return work.add(new(**more), lambda _: None)


def begun(work: JobStore, job: Job) -> Claim:
    claim = work.begin(job.id)
    assert claim
    return claim


def found(work: JobStore, job: Job) -> Job:
    again = work.find(job.id)
    assert again
    return again


def go(work: JobStore, job: Job, seconds: float) -> None:
    """Let all times of a job be so many seconds longer ago."""
    earlier = {name: jobs.c[name] - int(seconds * 1_000_000) for name in ("created", "seen", "begun", "ended")}
    with work._database.writing() as connection:
        connection.execute(update(jobs).where(jobs.c.id == job.id).values(earlier))


def made(tmp_path: Path, content: bytes = LARGE) -> Path:
    file = tmp_path / "made"
    file.write_bytes(content)
    return file


def pieces(work: JobStore) -> int:
    """How many pieces of files there are."""
    with work._database.reading() as connection:
        return connection.execute(select(func.count()).select_from(job_pieces)).scalar_one()


def test_files_come_and_go_whole(work: JobStore, put: list[str], tmp_path: Path) -> None:
    sent = [b"first", b"", LARGE]
    job = added(work, files=[io.BytesIO(content) for content in sent])
    assert put == [job.id]
    assert (job.state, job.page, job.size) == (QUEUED, {"title": "Slips"}, sum(map(len, sent)))
    claim = begun(work, job)
    assert (claim.kind, claim.what) == ("slips", {"a": 1})
    assert [b"".join(work.pieces(claim, number)) for number in work.files(claim)] == sent
    assert work.note(claim, 3, 7)
    assert found(work, job)[5:7] == (3, 7)
    assert work.finish(claim, READY, {"name": "slips.pdf"}, made(tmp_path))
    ready = found(work, job)
    assert (ready.state, ready.outcome, ready.size) == (READY, {"name": "slips.pdf"}, len(LARGE))
    assert b"".join(work.read(ready)) == LARGE
    assert work.deliver(job.id)
    assert not work.deliver(job.id)
    assert (found(work, job).state, pieces(work)) == (DELIVERED, 0)
    with pytest.raises(FileGoneError):
        list(work.read(ready))


def test_a_refusal_stores_nothing_and_knows_who_waits(work: JobStore, put: list[str]) -> None:
    seen: list[Waiting] = []
    begun(work, added(work))
    added(work)
    added(work, visitor="Bob")
    added(work, visitor="Carl", network="home")
    before = list(put)

    def refuse(waiting: Waiting) -> NoReturn:
        seen.append(waiting)
        raise LookupError

    with pytest.raises(LookupError):
        work.add(new(files=[io.BytesIO(LARGE)]), refuse)
    assert seen == [Waiting(own=2, queued=3, near=2)]
    assert (put, pieces(work)) == (before, 0)
    assert work.queue_length().jobs == 3


def test_the_same_order_of_the_same_visitor_is_one_job(work: JobStore) -> None:
    first = added(work, digest="same")
    assert added(work, digest="same").id == first.id
    assert added(work, digest="same", visitor="Bob").id != first.id
    work.cancel(first.id)
    assert added(work, digest="same").id != first.id


def test_files_that_do_not_fit_are_refused_and_those_that_were_made_fail(work: JobStore, tmp_path: Path) -> None:
    held = added(work, files=[io.BytesIO(bytes(SPACE - 1000))])
    with pytest.raises(NoSpaceError):
        added(work, files=[io.BytesIO(bytes(1001))])
    small = added(work, files=[io.BytesIO(b"x")])
    claim = begun(work, small)
    assert work.finish(claim, READY, {"name": "x"}, made(tmp_path))
    assert (found(work, small).state, found(work, small).outcome) == (FAILED, {"reason": "space"})
    work.cancel(held.id)
    assert pieces(work) == 0
    assert added(work, files=[io.BytesIO(bytes(1001))])


class Broken(io.BytesIO):
    """A file of which only the first megabytes can be read."""

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() >= 6_000_000:
            raise OSError("the plug was pulled")
        return super().read(size)


def test_a_file_that_stops_arriving_leaves_nothing(work: JobStore, put: list[str]) -> None:
    with pytest.raises(OSError, match="plug"):
        added(work, files=[Broken(LARGE)])
    assert (work.all(), pieces(work), put) == ([], 0, [])


def test_a_process_that_died_while_files_arrived_leaves_nothing_for_long(work: JobStore) -> None:
    job = added(work, files=[io.BytesIO(LARGE)])
    with work._database.writing() as connection:
        connection.execute(update(jobs).values(state="arriving"))
    assert (found(work, job).state, work.queued(), work.begin(job.id)) == (QUEUED, [], None)
    work.sweep()
    assert work.find(job.id)
    go(work, job, ARRIVAL_SECONDS + 1)
    work.sweep()
    assert (work.find(job.id), pieces(work)) == (None, 0)


def test_a_worker_that_was_believed_dead_cannot_write(work: JobStore, tmp_path: Path) -> None:
    job = added(work, files=[io.BytesIO(b"sent")])
    first = begun(work, job)
    second = begun(work, job)  # the first one died, as it seems
    assert second.attempt == first.attempt + 1
    assert not work.note(first, 9, 9)
    assert not work.finish(first, READY, {"name": "late"}, made(tmp_path, b"late"))
    work.queue_again(job.id, died=True, attempt=first.attempt)
    assert (found(work, job).state, found(work, job).done) == (RUNNING, 0)
    assert b"".join(work.pieces(second, 0)) == b"sent"
    assert work.finish(second, READY, {"name": "in time"}, made(tmp_path, b"in time"))
    assert b"".join(work.read(found(work, job))) == b"in time"


def test_a_job_is_lost_with_the_second_worker_that_dies_but_not_with_any_that_is_told_to_end(work: JobStore) -> None:
    job = added(work, files=[io.BytesIO(LARGE)])
    for _ in range(3):
        claim = begun(work, job)
        work.queue_again(job.id, died=False, attempt=claim.attempt)
    begun(work, job)
    work.queue_again(job.id, died=True)
    assert found(work, job).state == QUEUED
    begun(work, job)
    work.queue_again(job.id, died=True)
    assert (found(work, job).state, found(work, job).outcome) == (FAILED, {"reason": "lost"})
    assert pieces(work) == 0


def test_another_worker_takes_over_once(work: JobStore) -> None:
    job = added(work)
    begun(work, job)
    begun(work, job)
    assert work.begin(job.id) is None
    assert found(work, job).outcome == {"reason": "lost"}


@pytest.mark.parametrize("way", ["cancelled", "left"])
def test_work_that_nobody_wants_ends(work: JobStore, way: str, tmp_path: Path) -> None:
    waits, runs = added(work, files=[io.BytesIO(LARGE)]), added(work, files=[io.BytesIO(LARGE)])
    claim = begun(work, runs)
    for job in (waits, runs):
        if way == "cancelled":
            work.cancel(job.id)
        else:
            go(work, job, ABANDONED + 1)
    assert work.begin(waits.id) is None
    assert not work.note(claim, 1, 2)
    if way == "cancelled":
        work.finish(claim, READY, {"name": "x"}, made(tmp_path))
        assert found(work, runs).state == CANCELLED, "whatever the worker says"
    work.finish(claim, CANCELLED, {})
    work.sweep()
    assert [found(work, job).state for job in (waits, runs)] == [CANCELLED] * 2
    assert pieces(work) == 0


def test_somebody_who_asks_keeps_the_work_going(work: JobStore) -> None:
    job = added(work)
    claim = begun(work, job)
    go(work, job, ABANDONED - 1)
    work.see(found(work, job))
    assert found(work, job).unseen < ABANDONED / 2
    go(work, job, ABANDONED - 1)
    assert work.note(claim, 0, 0)


def test_a_file_waits_ten_minutes_and_its_page_as_long(work: JobStore, tmp_path: Path) -> None:
    job = added(work)
    work.finish(begun(work, job), READY, {"name": "x"}, made(tmp_path))
    go(work, job, KEPT_SECONDS - 5)
    work.sweep()
    assert found(work, job).state == READY
    go(work, job, 10)
    work.sweep()
    assert (work.find(job.id), pieces(work)) == (None, 0)


def test_pieces_that_a_process_left_when_it_died_are_removed(work: JobStore) -> None:
    job = added(work, files=[io.BytesIO(LARGE)])
    with work._database.writing() as connection:
        connection.execute(update(jobs).values(state=DELIVERED, ended=jobs.c.created))
    assert pieces(work) > 0
    work.sweep()
    assert (pieces(work), found(work, job).state) == (0, DELIVERED)


def test_a_result_is_stored_elsewhere_once_or_not_at_all(work: JobStore, store: Store, tmp_path: Path) -> None:
    job = added(work)
    work.finish(begun(work, job), READY, {"name": "x"}, made(tmp_path))

    def kept(connection: Any) -> str:
        lifetime = timedelta(days=1)
        return store.collections.add([], title="Nets", summary="{}", lifetime=lifetime, within=connection).owner

    def stored_twice() -> None:
        with work.taking(job.id) as taken:
            assert taken
            kept(taken.connection)
            raise LookupError

    with pytest.raises(LookupError):
        stored_twice()
    assert (store.collections.count(), found(work, job).state) == (0, READY)
    with work.taking(job.id) as taken:
        assert taken
        taken.result = kept(taken.connection)
    assert store.collections.by_owner(taken.result)
    assert (found(work, job).state, found(work, job).outcome, pieces(work)) == (DELIVERED, {"result": taken.result}, 0)
    with work.taking(job.id) as again:
        assert again is None


def test_times_are_those_of_the_database(work: JobStore, url: str) -> None:
    """Nothing that is stored or compared comes from this computer's clock."""
    job = added(work)
    with work._database.reading() as connection:
        created = connection.scalars(jobs.select().with_only_columns(jobs.c.created)).one()
    assert abs(created / 1_000_000 - datetime.now(UTC).timestamp()) < 60
    sources = [Path(name).read_text("utf-8") for name in map(str, Path("web/store/jobs").glob("*.py"))]
    assert not [text for text in sources if "import time" in text or "datetime" in text]
    assert (url != "", work.queue_length().seconds < 60, found(work, job).unseen < 60) == (True, True, True)


def test_backups_leave_jobs_out(work: JobStore, store: Store, url: str, tmp_path: Path) -> None:
    added(work, files=[io.BytesIO(b"names of students")])
    store.publish("{}", title="a", mode="practice", lifetime=timedelta(days=1))
    file = tmp_path / "backup"
    with closing(Database(url)) as database:
        assert dump.backup(database, file) == 1
        assert b"jobs" not in file.read_bytes()
        dump.restore(database, file, replace=True)
    assert counts(url) == {"sheets": 1}


@contextmanager
def reading(database: Database) -> Iterator[None]:
    with database.reading() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM jobs").scalar_one()
        yield


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_deletion_leaves_no_bytes_in_the_file_nor_in_its_log(work: JobStore, url: str, tmp_path: Path) -> None:
    """Of SQLite; the files of PostgreSQL are the server's."""
    secret = b"the names of all students "
    files = [Path(url.removeprefix("sqlite:///") + end) for end in ("", "-wal")]

    def holds() -> list[str]:
        return [file.name for file in files if file.exists() and secret in file.read_bytes()]

    for size in (30, 200_000, 6_000_000):
        content = secret * (size // len(secret) + 1)
        job = added(work, files=[io.BytesIO(content)], what={"names": secret.decode()})
        assert holds() != []
        work.finish(begun(work, job), READY, {"name": "x"}, made(tmp_path, content))
        assert holds() != []
        work.deliver(job.id)
        assert holds() == [], size
    job = added(work, files=[io.BytesIO(secret * 1000)])
    with reading(work._database):  # it keeps the log as it is
        work.cancel(job.id)
    work.empty_log()
    assert holds() == []


def test_a_missing_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    broken = JobWork(Database(str(tmp_path / "file" / "jobs.sqlite")), None)
    with pytest.raises(StorageError, check=carries("database-not-created")):
        broken.queued()
