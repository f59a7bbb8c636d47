"""Places for transactions: how long each may wait, and who is refused."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.sentences import carries
from web.server.error_pages import StorageError
from web.store.connections import bulkhead
from web.store.connections.bulkhead import Bulkhead
from web.store.database import Database

pytestmark = pytest.mark.slow


class Silent:
    """A database that answers from some moment on."""

    def __init__(self) -> None:
        self.answers = threading.Event()
        self.asked = threading.Event()

    def __call__(self) -> None:
        self.asked.set()
        if not self.answers.is_set():
            raise no_answer()


def no_answer() -> StorageError:
    return StorageError("database-no-answer", database="db", reason="no answer within 5 s")


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Silent]:
    monkeypatch.setattr(bulkhead, "AGAIN", 0.01)
    found = Silent()
    yield found
    found.answers.set()


@pytest.mark.parametrize(("threads", "patient"), [(1, 1), (2, 1), (3, 2), (8, 7), (64, 10)])
def test_the_last_thread_waits_only_briefly(threads: int, patient: int) -> None:
    places = Bulkhead("db", threads, lambda: None)
    with ExitStack() as stack:
        found = [stack.enter_context(places.place()) for _ in range(patient + 1)]
    assert found == [5.0] * patient + [1.0], "seconds, as the documentation gives them"


def test_fifteen_transactions_are_taken_at_once() -> None:
    """The next waits until the oldest has had its brief time: here it is over already."""
    clock = SimpleNamespace(now=100.0)
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setattr(bulkhead, "time", SimpleNamespace(monotonic=lambda: clock.now))
        places = Bulkhead("db", 64, lambda: None)
        found = [stack.enter_context(places.place()) for _ in range(15)]
        assert found == [5.0] * 10 + [1.0] * 5
        clock.now += 1
        with pytest.raises(StorageError, check=carries("database-too-many", count=15)), places.place():
            pass


def test_a_transaction_waits_a_second_for_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, waited = SimpleNamespace(now=100.0), list[float]()
    monkeypatch.setattr(bulkhead, "time", SimpleNamespace(monotonic=lambda: clock.now))
    places = Bulkhead("db", 64, lambda: None)

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        clock.now += seconds
        return True

    monkeypatch.setattr(places._changed, "wait", wait)
    with ExitStack() as stack:
        stack.enter_context(places.place())
        clock.now += 0.25
        for _ in range(14):
            stack.enter_context(places.place())
        with pytest.raises(StorageError, check=carries("database-too-many")), places.place():
            pass
    assert waited == [0.75]


@pytest.mark.parametrize(("seconds", "taken"), [(5.0, False), (5.1, True)])
def test_five_seconds_after_a_wait_in_vain_the_last_thread_is_used_again(
    silent: Silent, monkeypatch: pytest.MonkeyPatch, seconds: float, taken: bool
) -> None:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(bulkhead, "time", SimpleNamespace(monotonic=lambda: clock.now))
    places = Bulkhead("db", 2, silent)
    silent.answers.set()
    fail(places)
    assert until(lambda: is_open(places))
    clock.now += seconds - 2
    with places.place():
        clock.now += 2
        assert is_open(places) is taken


def fail(places: Bulkhead) -> None:
    with pytest.raises(StorageError), places.place():
        raise no_answer()


def until(found: Callable[[], bool]) -> bool:
    end = time.monotonic() + 10
    while not found() and time.monotonic() < end:
        time.sleep(0.01)
    return found()


def is_open(places: Bulkhead) -> bool:
    try:
        with places.place():
            return True
    except StorageError:
        return False


def test_after_a_wait_in_vain_all_are_refused_with_its_cause_until_the_database_answers(silent: Silent) -> None:
    places = Bulkhead("db", 2, silent)
    fail(places)
    for _ in range(3):
        with pytest.raises(StorageError, check=carries("database-no-answer", reason="no answer within 5 s")):
            places.place().__enter__()
    assert silent.asked.wait(10)
    silent.answers.set()
    assert until(lambda: is_open(places))


def test_after_a_wait_in_vain_the_last_thread_stays_free_for_a_while(silent: Silent) -> None:
    places = Bulkhead("db", 2, silent)
    silent.answers.set()
    fail(places)
    assert until(lambda: is_open(places))
    with places.place():
        with pytest.raises(StorageError, check=carries("database-too-many")), places.place():
            pass
        with pytest.raises(StorageError, check=carries("database-too-many", count=1)), places.place():
            pass


def test_other_errors_close_nothing(silent: Silent) -> None:
    places = Bulkhead("db", 2, silent)
    with pytest.raises(StorageError), places.place():
        raise StorageError("database-read-only", database="db", reason="")
    assert is_open(places) and not silent.asked.is_set()


def test_nobody_asks_after_the_end(silent: Silent) -> None:
    places = Bulkhead("db", 2, silent)
    fail(places)
    places.close()
    assert until(lambda: not any(thread.name == "store probe" for thread in threading.enumerate()))


def test_a_transaction_in_the_same_process_is_waited_for_as_long_as_there_is_patience(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that only reads a file waits for nobody."""
    monkeypatch.setattr(bulkhead, "PATIENCE", 0.1)
    with closing(Database(str(tmp_path / "s.sqlite"))) as database:
        database.check_writes()
        with database.writing():
            with pytest.raises(StorageError, check=carries("database-locked")):
                database.check_writes()
            with database.reading() as connection:
                assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1
        assert until(lambda: is_writable(database))


def test_a_writer_that_is_slow_for_a_moment_refuses_nobody(tmp_path: Path) -> None:
    """Students who submit at the same time wait for each other on a slow disk: nobody is sent away."""
    with closing(Database(str(tmp_path / "s.sqlite"), threads=2)) as database:
        database.check_writes()
        with (
            closing(sqlite3.connect(tmp_path / "s.sqlite", isolation_level=None)) as other,
            ThreadPoolExecutor(2) as two,
        ):
            other.execute("BEGIN IMMEDIATE")
            found = [two.submit(is_writable, database) for _ in range(2)]
            time.sleep(0.5)
            other.execute("COMMIT")
            assert [one.result() for one in found] == [True, True]


def is_writable(database: Database) -> bool:
    try:
        database.check_writes()
    except StorageError:
        return False
    return True
