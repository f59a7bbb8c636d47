"""What is deleted is gone from the database's files as soon as no other program reads them, and until then it is said
that it is not."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import insert

from tests.web.store.conftest import Clock
from web.store import Deletion, Sheet
from web.store import erasure as erasure_module
from web.store.database import Database
from web.store.schema import answers, students
from web.store.sheet_store import Store
from web.store.students.row_change import Rows, put

pytestmark = pytest.mark.slow

Publish = Callable[..., Sheet]


def fill(url: str, clock: Clock, *sheets: Sheet) -> None:
    """Answers to the sheets in any order, of different lengths, many of them changed: pages are split."""
    shape = [(i, student, part) for i in range(len(sheets)) for student in range(100) for part in range(20)]
    chance = random.Random(1)  # noqa: S311 - any numbers will do
    chance.shuffle(shape)
    changed = [(place, chance.randrange(400)) for place in [*shape, *chance.sample(shape, len(shape) // 2)]]
    rows = [
        {"sheet": sheets[i].id, "key": f"student-{student}", "exercise": "1", "part": str(part)}
        | {"text": f"secret-{sheets[i].id}-" + "x" * length, "saved": clock.now}
        for (i, student, part), length in changed
    ]
    with closing(Database(url)) as database, database.writing() as connection:
        known = {(row["sheet"], row["key"]): row for row in rows}
        connection.execute(insert(students), [{"sheet": s, "key": k, "begun": clock.now} for s, k in known])
        put(connection, Rows(answers, rows))


def left(url: str, sheet: Sheet) -> int:
    """How often answers to the sheet are in the files of a SQLite database."""
    file = Path(url.removeprefix("sqlite:///"))
    return sum(path.read_bytes().count(f"secret-{sheet.id}".encode()) for path in file.parent.glob(f"{file.name}*"))


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until something is so, at most for a time in which it surely is."""
    end = time.monotonic() + 20
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    assert done()


in_a_file = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


@in_a_file
def test_no_copy_is_left_in_pages_that_were_split(store: Store, publish: Publish, url: str, clock: Clock) -> None:
    sheet, other = publish(), publish()
    fill(url, clock, sheet, other)
    assert left(url, sheet) > 100
    assert store.delete(sheet) is store.deletion() is Deletion.FINISHED
    assert left(url, sheet) == 0 and left(url, other) > 100


@in_a_file
def test_a_reader_delays_the_end_of_a_deletion_and_this_is_said(
    store: Store, publish: Publish, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure_module, "AGAIN", 0.05)
    monkeypatch.setattr(erasure_module, "READERS", 0.05)
    sheet, other = publish(), publish()
    fill(url, clock, sheet)
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM answers").fetchone()[0] > 0
        assert store.delete(sheet) is store.deletion() is Deletion.PENDING
        assert list(store.all_answers(sheet)) == [] and left(url, sheet) > 0
        store.save(other, "ada", "1", "a", "others go on")
        reader.execute("COMMIT")
    wait_for(lambda: store.deletion() is Deletion.FINISHED)
    assert left(url, sheet) == 0 and store.answers(other, "ada").given


@in_a_file
def test_the_next_process_finishes_what_another_one_left(
    store: Store, publish: Publish, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure_module, "READERS", 0.05)
    monkeypatch.setattr(erasure_module, "AGAIN", 600)  # this process does not come to it
    sheet = publish()
    fill(url, clock, sheet)
    keeps_the_log = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    keeps_the_log.execute("BEGIN")
    keeps_the_log.execute("SELECT count(*) FROM answers").fetchone()
    assert store.delete(sheet) is Deletion.PENDING
    keeps_the_log.execute("COMMIT")
    assert left(url, sheet) > 0
    with closing(_Later(url, clock)) as later:
        later.store.by_student("of any sheet")
        wait_for(lambda: later.store.deletion() is Deletion.FINISHED)
    assert left(url, sheet) == 0
    keeps_the_log.close()


class _Later:
    """A store of another process."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.store = Store(url, clock)

    def close(self) -> None:
        self.store.close_connections()


@in_a_file
@pytest.mark.parametrize("how", ["a seat", "an expired sheet"])
def test_seats_and_expired_sheets_leave_nothing_either(
    store: Store, publish: Publish, url: str, clock: Clock, how: str
) -> None:
    sheet = publish("once", 1)
    store.save(sheet, "ada", "1", "a", f"secret-{sheet.id}")
    if how == "a seat":
        store.rosters.remove(sheet, "ada", with_answers=True)
    else:
        clock.go(days=2)
        store.sweep()
    wait_for(lambda: store.deletion() is Deletion.FINISHED)
    assert left(url, sheet) == 0


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_server_is_asked_to_use_the_space_again(store: Store, publish: Publish, url: str, clock: Clock) -> None:
    sheet = publish()
    fill(url, clock, sheet)
    with psycopg.connect(url, autocommit=True) as connection:
        # Otherwise the server may vacuum by itself.
        connection.execute("ALTER TABLE answers SET (autovacuum_enabled = off)")
        count = "SELECT vacuum_count FROM pg_stat_user_tables WHERE relid = 'answers'::regclass"
        wait_for(lambda: connection.execute(count).fetchone() == (1,))  # at the first use of the store
        assert store.delete(sheet) is Deletion.BY_SERVER
        wait_for(lambda: connection.execute(count).fetchone() == (2,))
        clock.go(hours=2)  # and from time to time, because a reader may have kept the rows until now
        store.by_student("of any sheet")
        wait_for(lambda: connection.execute(count).fetchone() == (3,))
