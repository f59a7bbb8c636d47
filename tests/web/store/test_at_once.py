"""Many at the same time: nothing that was acknowledged is lost. `tests/endurance` kills servers meanwhile."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.web.store.conftest import Clock
from web.store import Refused, Sheet, StorageError
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

Publish = Callable[..., Sheet]


def test_threads_that_write_the_same_answer_and_their_own_lose_none(store: Store, publish: Publish) -> None:
    sheet = publish()

    def write(number: int) -> None:
        for step in range(15):
            store.save(sheet, "ada", "1", "shared", f"{number} {step}")
            store.save(sheet, "ada", "1", f"own {number}", f"{step}")
            store.save(sheet, f"student {number}", "1", "a", f"{step}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    found = dict(store.answers(sheet, "ada").given)
    assert found.pop(("1", "shared")) in {f"{number} 14" for number in range(8)}
    assert found == {("1", f"own {number}"): "14" for number in range(8)}
    others = {answers.key: answers.given for answers in store.all_answers(sheet) if answers.key != "ada"}
    assert others == {f"student {number}": {("1", "a"): "14"} for number in range(8)}


def test_several_stores_of_one_database_see_each_other(store: Store, publish: Publish, url: str, clock: Clock) -> None:
    sheet, other = publish(), Store(url, clock)

    def write(pair: tuple[int, Store]) -> None:
        for step in range(15):
            pair[1].save(sheet, "ada", "1", str(pair[0]), f"{step}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, enumerate([store, other] * 2)))
    assert store.answers(sheet, "ada").given == {("1", str(number)): "14" for number in range(4)}
    other.close_connections()


def submit(store: Store, sheet: Sheet) -> None:
    store.submit(sheet, "ada")


@pytest.mark.parametrize("end", [submit, Store.close, Store.delete])
def test_what_ends_a_sheet_has_the_last_word(
    store: Store, publish: Publish, end: Callable[[Store, Sheet], object]
) -> None:
    sheet = publish("once")
    begun = threading.Barrier(5)

    def write(number: int) -> None:
        begun.wait()
        for step in range(1000):
            try:
                store.save(sheet, "ada", "1", str(number), f"{step}")
            except Refused:
                return
        raise AssertionError("nothing ended this")

    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(write, number) for number in range(4)]
        begun.wait()
        end(store, sheet)
        after = list(store.all_answers(sheet))
        for writer in writers:
            writer.result()
    assert list(store.all_answers(sheet)) == after


FORKED = """
import os, sys
from web.store.sheet_store import Store
store = Store(sys.argv[1])
sheet = store.by_student(sys.argv[2])
child = os.fork()
for number in range(20):
    store.save(sheet, "ada", "child" if child == 0 else "parent", str(number), str(number))
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
store.save(sheet, "ada", "parent", "last", "1")
store.close_connections()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot fork")
def test_a_process_that_was_forked_has_connections_of_its_own(store: Store, url: str) -> None:
    published = store.publish("{}", title="a", mode="practice", lifetime=timedelta(days=3000))
    command = [sys.executable, "-c", FORKED, url, published.student]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    sheet = store.by_owner(published.owner)
    assert sheet
    assert len(store.answers(sheet, "ada").given) == 20 + 20 + 1


def save_when_it_answers(store: Store, sheet: Sheet) -> None:
    """After a wait in vain everything is refused until another thread has had an answer."""
    for _ in range(200):
        with suppress(StorageError):
            return store.save(sheet, "ada", "1", "a", "0.6")
        time.sleep(0.05)
    raise AssertionError("the database is free, but nothing is stored")


def test_a_long_wait_for_the_file_is_an_error_and_nothing_is_stored(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.store.connections.bulkhead.PATIENCE", 0.05)
    store = Store(str(tmp_path / "sheets.sqlite"), clock)
    published = store.publish("{}", title="a", mode="practice", lifetime=timedelta(days=1))
    sheet = store.by_owner(published.owner)
    assert sheet
    with closing(sqlite3.connect(tmp_path / "sheets.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="database is locked"):
            store.save(sheet, "ada", "1", "a", "0.5")
        assert store.answers(sheet, "ada").given == {}  # reading waits for nobody
        with pytest.raises(StorageError, match="database is locked"):  # at once, with the same cause
            store.save(sheet, "ada", "1", "a", "0.5")
        other.execute("COMMIT")
    save_when_it_answers(store, sheet)
    assert store.answers(sheet, "ada").given == {("1", "a"): "0.6"}
    store.close_connections()
