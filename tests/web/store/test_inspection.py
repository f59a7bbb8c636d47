"""What operators see of the store, counted by hand, in both kinds of databases."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.sentences import carries
from tests.web.store.conftest import Clock
from web.store import Part, Sheet, StorageError, __main__
from web.store.inspection.inspection import Inspection
from web.store.jobs.database_clock import SECOND, DatabaseClock
from web.store.jobs.job_records import FAILED, NewJob
from web.store.jobs.job_store import JobStore
from web.store.schema import jobs
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
Command = Callable[..., str]


@pytest.fixture
def command(url: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> Command:
    """What a command of `python -m web.store` prints, on the database of the store."""
    store.sweep()
    monkeypatch.setenv("DATABASE_URL", url)
    return lambda *words: __main__.main([*words])


def published(store: Store, body: str, title: str, days: float = 1) -> Sheet:
    found = store.by_owner(store.publish(body, title=title, mode="practice", lifetime=timedelta(days=days)).owner)
    assert found
    return found


def add_collection(store: Store, size: int, title: str, days: float) -> str:
    parts = [Part("run", "a", b"x" * size)]
    return store.collections.add(parts, title=title, summary="{}", lifetime=timedelta(days=days)).id


def test_the_largest_sheets_with_their_students_and_answers(store: Store, command: Command) -> None:
    """Texts count in bytes: ü and € have two and three."""
    assert command("largest-sheets") == "There are no sheets."
    small, large = published(store, "{}", "ü"), published(store, '{"x": 1}', "large")
    for key, part, answer in (("ada", "a", "0.5"), ("ada", "b", "€"), ("bob", "a", "x" * 1490)):
        store.save(large, key, "1", part, answer)
    lines = command("largest-sheets").splitlines()
    # large: 5 of the title, 8 of the body, 3 + 3 + 1490 of the answers; small: 2 of the title, 2 of the body
    assert [line.split() for line in lines] == [
        [large.id, "2026-11-01", "2", "3", "1.5", "kB", "large"],
        [small.id, "2026-11-01", "0", "0", "0.0", "kB", "ü"],
    ]
    assert [sheet.size for sheet in Inspection(store.database).largest_sheets(9)] == [1509, 4]
    assert command("largest-sheets", "--most", "1").splitlines() == lines[:1]


def test_what_takes_space(store: Store, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLLECTION_SPACE", "3")
    monkeypatch.setenv("JOB_SPACE", "9")
    published(store, "x" * 150_000, "title")
    add_collection(store, 1_240_000, "c", 1)
    JobStore(store.database, lambda *_: None, None).add(new_job("paper", file=b"y" * 2_000_000), lambda _: None)
    assert Inspection(store.database).space() == {"sheets": 150_200, "collections": 1_240_000, "job-files": 2_000_000}
    assert re.sub(" +", " ", command("space")).splitlines() == [
        "sheets 0.2 of 5000 MB",
        "collections 1.2 of 3 MB",
        "job-files 2.0 of 9 MB",
    ]


def test_what_expires_within_some_days(store: Store, clock: Clock) -> None:
    soon, later = published(store, "{}", "soon", 2), published(store, "{}", "later", 9)
    collection = add_collection(store, 1, "runs", 3)
    found = Inspection(store.database, clock).expiring
    assert [(row.kind, row.id, row.title) for row in found(3)] == [
        ("sheets", soon.id, "soon"),
        ("collections", collection, "runs"),
    ]
    assert [row.id for row in found(9)] == [soon.id, collection, later.id]
    clock.go(days=1)
    assert [row.id for row in found(1)] == [soon.id]
    assert found(0.9) == []


def test_rooms_are_listed_deleted_and_given_a_new_link(store: Store, command: Command, url: str) -> None:
    assert command("rooms") == "There are no rooms."
    rooms = store.rooms
    first, second = rooms.open("Week 5", 60 * DAY), rooms.open("", 60 * DAY)
    room = rooms.by_code(first.code)
    assert room
    rooms.ask(room, "{}")
    rooms.phones.answer(room, "phone", 1, 1, {"part": "secret-answer"})
    rooms.phones.enter(room, "another")
    rooms.end(room)
    lines = sorted(line.split() for line in command("rooms").splitlines())  # both are of one moment
    assert lines == sorted(
        [[first.id, "2026-11-01", "ended", "1", "2", "Week", "5"], [second.id, "2026-11-01", "0", "0"]]
    )
    assert [(x.kind, x.id) for x in Inspection(store.database).expiring(3650)] == [
        ("rooms", id_) for id_ in sorted((first.id, second.id))
    ]
    link = command("room-link", first.id)
    token = link.removeprefix("/classroom/o/")
    held = rooms.controllers.held(token)
    assert held and held.room.id == first.id and held.controller.confirmed and not held.controller.name
    assert rooms.controllers.held(first.owner) is None and rooms.controllers.recover(first.recovery) is None
    assert first.id in command("delete-room", first.id)
    assert rooms.controllers.held(token) is None and len(command("rooms").splitlines()) == 1
    for words in (("delete-room", first.id), ("room-link", first.id), ("room-link", "")):
        with pytest.raises(StorageError, match="There is no room with the id"):
            command(*words)
    if url.startswith("sqlite"):
        assert not any(b"secret-answer" in file.read_bytes() for file in Path(url[10:]).parent.glob("*.sqlite*"))


def test_expiring_is_a_command(store: Store, command: Command) -> None:
    assert command("expiring", "3650").count("\n") == 0
    assert command("expiring", "1") in {"Nothing is deleted within 1 day.", command("expiring", "1")}
    with pytest.raises(SystemExit):
        command("expiring", "soon")
    with pytest.raises(SystemExit):
        command("largest-sheets", "--most", "0")
    assert store


def new_job(kind: str, file: bytes = b"") -> NewJob:
    files = [BytesIO(file)] if file else []
    return NewJob(kind, {}, {}, f"visitor {kind}", "network", f"digest {kind}", False, files)


def made_older(store: Store, kind: str, **seconds: int) -> None:
    """Move times of the jobs of this kind into the past."""
    values = {name: DatabaseClock() - past * SECOND for name, past in seconds.items()}
    with store.database.writing() as connection:
        connection.execute(update(jobs).where(jobs.c.kind == kind).values(values))


def added(store: Store, kind: str) -> tuple[JobStore, str]:
    found = JobStore(store.database, lambda *_: None, None)
    return found, found.add(new_job(kind), lambda _: None).id


@pytest.fixture
def living(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many workers live."""
    number = [1]
    monkeypatch.setattr("web.store.inspection.stuck_jobs.living_workers", lambda *_: number[0])
    return number


def test_jobs_that_do_not_go_on(store: Store, command: Command, living: list[int]) -> None:
    assert command("stuck-jobs") == "No job is stuck."
    for kind in ("new", "old", "running", "slow", "cancelled", "arriving"):
        found, id_ = added(store, kind)
        if kind in {"running", "slow", "cancelled"}:
            assert found.begin(id_)
    assert command("stuck-jobs") == "No job is stuck."
    made_older(store, "old", created=301)
    made_older(store, "running", created=900, begun=600)  # 120 s of processor time may take 600 s, and some to end
    made_older(store, "slow", created=900, begun=661)
    made_older(store, "cancelled", created=100, begun=90, seen=61)
    made_older(store, "arriving", created=200, seen=121)
    with store.database.writing() as connection:
        connection.execute(update(jobs).where(jobs.c.kind == "cancelled").values(cancelled=True))
        connection.execute(update(jobs).where(jobs.c.kind == "arriving").values(state="arriving"))
    rows = Inspection(store.database).stuck_jobs(120)
    assert [(row.kind, row.state, row.attempt, row.reason) for row in rows] == [
        ("slow", "running", 1, "job-stuck-running"),
        ("old", "queued", 0, "job-stuck-waiting"),
        ("arriving", "arriving", 0, "job-stuck-arriving"),
        ("cancelled", "running", 1, "job-stuck-cancelled"),
    ]
    lines = command("stuck-jobs").splitlines()
    assert len(lines) == 4 and lines[0].endswith("it runs longer than JOB_SECONDS allows: end it")
    living[0] = 0
    made_older(store, "new", created=61)
    without = {
        row.kind for row in Inspection(store.database).stuck_jobs(120) if row.reason == "job-stuck-without-worker"
    }
    assert without == {"new", "old", "running", "slow", "cancelled"}


def test_a_stuck_job_is_ended_by_the_beginning_of_its_id(store: Store, command: Command) -> None:
    found, id_ = added(store, "paper")
    claim = found.begin(id_)
    assert claim
    assert command("end-job", "--", id_[:8]) == f"The job {id_[:8]} (paper) is ended."
    job = found.find(id_)
    assert job and (job.state, job.outcome) == (FAILED, {"reason": "lost"})
    assert not found.note(claim, 1, 2), "its worker stops"
    assert not found.finish(claim, "ready", {})
    for wrong in (id_[:8], "x" * 8, "%"):
        with pytest.raises(StorageError, check=carries("no-such-job", id=wrong)):
            command("end-job", "--", wrong)


def test_a_beginning_of_two_ids_ends_neither(store: Store, command: Command) -> None:
    found, id_ = added(store, "a")
    _, other = added(store, "b")
    with store.database.writing() as connection:
        connection.execute(update(jobs).where(jobs.c.id == other).values(id=f"{id_[:8]}{other}"[:32]))
    with pytest.raises(StorageError, check=carries("job-ids-alike")):
        command("end-job", "--", id_[:8])
    with pytest.raises(StorageError, check=carries("no-such-job", id="")):
        command("end-job", "")
    assert {job.state for job in found.all()} == {"queued"}
