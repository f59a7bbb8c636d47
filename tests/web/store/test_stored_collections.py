"""Collections outlast what happens to a server: they are in backups, no kill loses one, and none is there by half."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ireval.collection.packed_collection import Part
from ireval.messages import Message, say
from tests.paths import DOCS, ROOT
from tests.sentences import carries
from tests.web.store.conftest import KINDS, Clock, counts, database, sealed
from web.store import CollectionLinks, StorageError, __main__, dump
from web.store.database import Database
from web.store.schema import PIECE
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
PARTS = [Part("qrels", "qrels", os.urandom(2 * PIECE + 1)), Part("run", "ükä", b"\0\xff"), Part("documents", "0", b"")]


class Full(NamedTuple):
    """A store with a sheet and a collection."""

    store: Store
    url: str
    clock: Clock
    links: CollectionLinks

    def parts(self) -> list[Part]:
        collection = self.store.collections.by_owner(self.links.owner)
        assert collection
        return list(self.store.collections.parts(collection))


@pytest.fixture
def full(store: Store, url: str, clock: Clock) -> Full:
    store.publish("{}", title="a sheet", mode="practice", lifetime=DAY)
    return Full(store, url, clock, store.collections.add(PARTS, title="Übung", summary='{"β": 1}', lifetime=DAY))


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path / "other") as found:
        yield found


def backed_up(url: str, file: Path) -> int:
    with closing(Database(url, migrated=False)) as source:
        return dump.backup(source, file)


def restored(url: str, file: Path, *, replace: bool = False) -> int:
    with closing(Database(url, migrated=False)) as target:
        return dump.restore(target, file, replace=replace).rows


def test_a_backup_brings_collections_into_another_database(full: Full, other: str, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl.gz"
    assert backed_up(full.url, file) == restored(other, file) == 1 + 1 + 3 + 4
    assert counts(other) == counts(full.url)
    second = Store(other, full.clock)
    collection = second.collections.by_reader(full.links.reader)
    assert collection and collection == full.store.collections.by_owner(full.links.owner)
    assert list(second.collections.parts(collection)) == full.parts() == PARTS
    second.collections.change(collection, str, remove=[("run", "ükä")])
    second.close_connections()
    with pytest.raises(StorageError, check=carries("database-holds-sheets")):
        restored(other, file)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_backup_holds_no_secret(full: Full, tmp_path: Path) -> None:
    backed_up(full.url, tmp_path / "all.jsonl")
    text = (tmp_path / "all.jsonl").read_text("utf-8")
    assert full.links.id in text and full.links.owner not in text and full.links.reader not in text


def damaged(table: str, **values: object) -> Callable[[list[dict[str, Any]]], None]:
    """A damage that gives columns of a table's first row other values."""

    def damage(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if line.get("table") == table).update(values)

    return damage


DAMAGES = [
    ("body", damaged("collection_pieces", body="no Base64!")),
    ("body", damaged("collection_pieces", body="ü")),
    ("body", damaged("collection_pieces", body="QQ")),
    ("body", damaged("collection_pieces", body=5)),
    ("body", damaged("collection_pieces", body=None)),
    ("body", damaged("collection_pieces", body="AAAA" * (PIECE // 3 + 1))),
    ("name", damaged("collection_parts", name="x" * 2001)),
    ("size", damaged("collections", size=-1)),
    ("version", damaged("collections", version=2**31)),
]


def test_a_damaged_backup_of_a_collection_changes_nothing(full: Full, url: str, tmp_path: Path) -> None:
    """Values are checked before they reach the database, so each of them with one kind alone."""
    file, changed = tmp_path / "all.jsonl", tmp_path / "changed.jsonl"
    backed_up(full.url, file)
    for column, damage in DAMAGES if url.startswith("sqlite") else DAMAGES[::4]:
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()[:-1]]
        damage(lines)
        changed.write_text(sealed([*map(json.dumps, lines)]))
        with pytest.raises(StorageError, check=carries("backup-value-refused", column=column)):
            restored(full.url, changed, replace=True)
    assert full.parts() == PARTS


@pytest.mark.parametrize(("url", "other"), [(kind, kind) for kind in KINDS], indirect=True)
def test_backup_and_restore_hold_a_few_pieces_at_a_time(store: Store, url: str, other: str, tmp_path: Path) -> None:
    parts = (Part("documents", f"{number}", os.urandom(PIECE)) for number in range(60))
    store.collections.add(parts, title="x", summary="", lifetime=DAY)
    tracemalloc.start()
    try:
        assert backed_up(url, tmp_path / "all.jsonl") == restored(other, tmp_path / "all.jsonl") == 1 + 60 + 60
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 40 * PIECE, "10 MB, while 16 MB are written as 21 MB of text"


#: Stores a collection, and waits to be killed in the middle of storing another one.
STORING = """
import sys, time
from datetime import timedelta
from ireval.collection.packed_collection import Part
from web.store.sheet_store import Store

def parts():
    for number in range(12):
        yield Part("documents", str(number), bytes([number]) * 300_000)

def half():
    yield from parts()
    print("half", flush=True)
    time.sleep(600)

collections = Store(sys.argv[1]).collections
print(collections.add(parts(), title="x", summary="{}", lifetime=timedelta(days=1)).reader, flush=True)
collections.add(half(), title="y", summary="{}", lifetime=timedelta(days=1))
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_killed_server_has_what_it_acknowledged_and_nothing_by_half(url: str) -> None:
    command = [sys.executable, "-c", STORING, url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            reader, half = (process.stdout.readline().strip() for _ in range(2))
        finally:
            process.send_signal(signal.SIGKILL)
    store = Store(url)
    try:
        collection = store.collections.by_reader(reader)
        assert half == "half"
        assert collection and counts(url) == {"collections": 1, "collection_parts": 12, "collection_pieces": 24}
        bodies = [part.body for part in store.collections.parts(collection)]
        assert bodies == [bytes([number]) * 300_000 for number in range(12)]
        store.collections.add(PARTS, title="goes on", summary="", lifetime=DAY)
        assert store.collections.count() == 2
    finally:
        store.close_connections()


def test_whoever_runs_the_server_lists_and_deletes_collections(
    store: Store, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    clock.now = datetime.now(UTC)  # the command has no other clock
    page = (DOCS / "running-a-server.md").read_text("utf-8")
    prefix = ".venv/bin/python -m web.store "
    commands = [line.removeprefix(prefix).split() for line in page.splitlines() if line.startswith(prefix)]
    listing, deletion = [command for command in commands if "collection" in command[0]]
    store.publish("{}", title="a sheet", mode="practice", lifetime=DAY)
    assert __main__.main(listing) == say(Message("no-collections"))
    made = store.collections.add(PARTS, title="Übung", summary="", lifetime=DAY)
    kept = store.collections.add(PARTS, title="kept", summary="", lifetime=DAY)
    (line,) = [line for line in __main__.main(listing).splitlines() if line.startswith(made.id)]
    assert line == f"{made.id}  {clock.now:%Y-%m-%d}  0.5 MB  Übung"
    assert __main__.main([deletion[0], made.id]) == say(Message("collection-deleted", title="Übung"))
    assert [collection.id for collection in store.collections.all()] == [kept.id]
    with pytest.raises(StorageError, check=carries("no-such-collection-id", id=made.id)):
        __main__.main([deletion[0], made.id])
