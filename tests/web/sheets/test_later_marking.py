"""Students who have paused are marked while nobody looks, in a process of its own."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from flask import Flask

from tests import classroom
from tests.classroom import SHEET, Owner, Student, publish
from tests.known_causes import CLASS_DIVIDED_BY_FOUND
from tests.web.store.conftest import KINDS, SERVER, database
from web.coursework.marks import later_marking, marked_answers
from web.coursework.marks.marking_process import MODULE, MarkingProcess
from web.coursework.marks.stored_marks import unpacked
from web.jobs.working import processes
from web.store import Sheet, store
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

PATIENCE = 120  # seconds
#: Prints the id of the process that marks, the marks of a correct number, and ends as if by a power failure.
SERVER_THAT_DIES = """
import os, sys

from web.coursework.marks.marking_process import MarkingProcess
process = MarkingProcess()
print(process.marks(sys.argv[1], "K7M2PX9QR", {("ap", "score"): "0.29"}))
print(process._process.pid, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.fixture(params=KINDS)
def attentive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """An app that marks students as soon as they pause, on a database of each kind."""
    if request.param == "postgresql" and not SERVER:
        pytest.skip("TEST_POSTGRES_URL names no PostgreSQL server")
    with database(request.param, tmp_path) as url:
        app = classroom.made(tmp_path, DATABASE_URL=url)
        app.config["MARKING_PAUSE"] = 0.1
        yield app
        end_marking(app)
        classroom.closed(app)


def end_marking(app: Flask) -> None:
    """Let the thread that marks end, so that it opens no connection, and keeps none, once the database is gone."""
    found: later_marking.LaterMarking | None = app.extensions.get("later_marking")
    if found:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(later_marking, "IDLE", 0)
            with found._news:
                found._news.notify()
            for thread in threading.enumerate():
                if thread.name == "later marking":
                    thread.join(PATIENCE)
                    assert not thread.is_alive()


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.02)


def kept(app: Flask, owner: Owner, *students: Student) -> list[str]:
    """The states of the marks that are kept of these students."""
    with app.app_context():
        sheet = store().by_owner(owner.own.removeprefix("/o/"))
        assert sheet
        found = [store().marks.student(sheet, student.key) for student in students]
    return [record.state for record in found if record]


def points(owner: Owner) -> dict[str, str]:
    """The points of the students by their keys, from the file."""
    return {row["key"]: row["total"] for row in csv.DictReader(io.StringIO(owner.page("/points.csv")))}


def test_the_first_look_finds_the_marks_of_students_who_have_paused(
    attentive: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = publish(attentive, mode="practice")
    students = [Student(attentive, owner.students) for _ in range(3)]
    for student, answer in zip(students, ("0.29", "0.580", "7"), strict=True):
        assert student.save(ap_score=answer) < 300
    until(lambda: all(kept(attentive, owner, *students)))
    monkeypatch.setattr(marked_answers, "variant_of", lambda *_: pytest.fail("marked at the look"))
    page = owner.page()
    assert CLASS_DIVIDED_BY_FOUND in page and "not marked yet" not in page
    assert (points(owner)[students[0].key], points(owner)[students[2].key]) == ("2", "0")
    before = kept(attentive, owner, students[2])
    assert students[2].save(ap_score="0.29") < 300
    until(lambda: kept(attentive, owner, students[2]) != before)
    assert points(owner)[students[2].key] == "2"


def test_a_process_that_was_ended_is_replaced(attentive: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[processes.Process] = []
    start = processes.start

    def noted(module: str, output: int) -> processes.Process:
        started.append(start(module, output))
        return started[-1]

    monkeypatch.setattr(processes, "start", noted)
    owner = publish(attentive, mode="practice")
    first, second = (Student(attentive, owner.students) for _ in range(2))
    first.save(ap_score="0.29")
    until(lambda: all(kept(attentive, owner, first)))
    started[0].kill()
    second.save(ap_score="0.29")
    until(lambda: all(kept(attentive, owner, second)))
    assert len(started) == 2


def test_the_process_ends_with_the_server_in_whatever_way() -> None:
    command = [sys.executable, "-c", SERVER_THAT_DIES, SHEET.to_json().decode()]
    died = subprocess.run(command, cwd=processes.ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)
    marks, process = died.stdout.splitlines()
    first = next(exercise for exercise in unpacked(marks) if exercise.id == "ap")
    assert died.returncode != 0 and first.points == 2
    until(lambda: not Path(f"/proc/{process}/cmdline").exists() or not Path(f"/proc/{process}/cmdline").read_bytes())


def test_a_server_that_ends_before_the_marks_come_is_no_error() -> None:
    task = {"body": SHEET.to_json().decode(), "key": "K7M2PX9QR", "given": [["ap", "score", "0.29"]]}
    command = [sys.executable, "-m", MODULE]
    with subprocess.Popen(
        command, cwd=processes.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(json.dumps(task).encode() + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""


def test_an_error_in_the_process_gives_no_marks() -> None:
    with MarkingProcess() as process:
        assert not process.marks("no sheet", "K7M2PX9QR", {})


class Noted(later_marking.LaterMarking):
    """Students are noted, but no thread marks them; the store is never asked."""

    def __init__(self, pause: float = 0) -> None:
        super().__init__(cast("Store", None), pause)
        self._is_working = True

    def note_all(self, sheet: str, number: int) -> None:
        noted = cast("Sheet", SimpleNamespace(id=sheet))
        for place in range(number):
            self.note(noted, f"K{place}")

    def next(self) -> list[str]:
        return [f"{due.sheet.id}{due.key}" for due in self._next()]


def test_students_of_one_sheet_are_marked_ten_at_a_time_in_the_order_of_their_last_answers() -> None:
    found = Noted()
    found.note_all("a", 9)
    found.note_all("b", 2)
    found.note_all("a", 11)
    assert found.next() == ["bK0", "bK1"]
    assert found.next() == [f"aK{number}" for number in range(10)]
    assert found.next() == ["aK10"]


def test_nobody_is_marked_before_the_pause_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(later_marking, "time", SimpleNamespace(monotonic=lambda: clock.now))
    found, waited = Noted(5), list[float]()

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        clock.now += seconds
        return True

    monkeypatch.setattr(found._news, "wait", wait)
    found.note_all("a", 1)
    clock.now = 103.0
    found.note_all("b", 1)
    assert found.next() == ["aK0"] and waited == [2]
    assert found.next() == ["bK0"] and waited == [2, 3]


def test_a_minute_without_students_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    found, waited = Noted(), list[float]()
    monkeypatch.setattr(found._news, "wait", waited.append)
    assert found.next() == [] and waited == [60]
    assert not found._is_working


def test_ten_thousand_students_are_noted_and_no_more() -> None:
    """One who is noted already is noted again."""
    found = Noted()
    found.note_all("a", 10_001)
    assert len(found._noted) == 10_000
    found.note_all("a", 1)
    assert list(found._noted)[-1] == ("a", "K0") and len(found._noted) == 10_000


def test_a_process_that_ends_at_once_is_started_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def start(module: str, output: int) -> subprocess.Popen[bytes]:
        started.append(module)
        return subprocess.Popen(["/bin/false"], stdin=subprocess.PIPE, stdout=output)

    monkeypatch.setattr(processes, "start", start)
    with MarkingProcess() as process:
        assert process.marks("{}", "K7M2PX9QR", {}) == ""
        assert process._process is None
    assert started == [MODULE] * 2
