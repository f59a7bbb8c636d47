"""Rooms in backups, and what is left of them when they are deleted or have expired, in both kinds of databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tests.web.store.conftest import KINDS, Clock, counts, database
from tests.web.store.test_erasure import wait_for
from web.store import Deletion, dump
from web.store.database import Database
from web.store.rooms.room_records import OpenedRoom, Place, Room, Stage
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

LENGTH, PHONES = 900, 50
TABLES = {"rooms": 1, "room_keys": 1, "room_rounds": 2, "room_devices": PHONES, "room_answers": 3 * PHONES}


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path / "other") as found:
        yield found


def lecture(store: Store, days: float = 30) -> tuple[OpenedRoom, Room]:
    """A room with two questions, the first one with two votes of 50 phones."""
    opened = store.rooms.open("secret-title", timedelta(days=days))
    room = store.rooms.by_code(opened.code)
    assert room
    room = store.rooms.ask(room, '{"secret-question": "β"}')
    for vote in (1, 2):
        room = store.rooms.move(room, room.place, Place(1, vote, Stage.OPEN))
        for phone in range(PHONES):
            store.rooms.phones.answer(room, f"phone-{phone}", 1, vote, {"part": f"secret-answer-{vote}" + "x" * LENGTH})
    store.rooms.change(room, lambda _: {"position": '{"notes": "secret-notes"}'}, for_phones=False)
    room = store.rooms.ask(room, '{"secret-question": 2}')
    for phone in range(PHONES):
        store.rooms.phones.answer(room, f"phone-{phone}", 2, 1, {"part": "secret-answer"})
    return opened, room


def test_a_backup_brings_a_room_into_another_database(store: Store, url: str, other: str, tmp_path: Path) -> None:
    opened, room = lecture(store)
    file = tmp_path / "sheets.jsonl.gz"
    with closing(Database(url, migrated=False)) as source:
        rows = dump.backup(source, file)
    with closing(Database(other, migrated=False)) as target:
        assert dump.restore(target, file).rows == rows == sum(TABLES.values())
    found = Store(other, store._clock)
    held = found.rooms.controllers.held(opened.owner)
    assert held and held.room == store.rooms.by_code(opened.code)
    assert found.rooms.phones.answers(room) == store.rooms.phones.answers(room)
    assert found.rooms.rounds(room) == store.rooms.rounds(room)
    found.rooms.phones.answer(held.room, "phone-7", 2, 1, {"part": "goes on"})
    assert found.rooms.controllers.recover(opened.recovery)
    found.close_connections()


def left(url: str) -> int:
    """How often texts of the room are in the files of a SQLite database."""
    file = Path(url.removeprefix("sqlite:///"))
    return sum(path.read_bytes().count(b"secret-") for path in file.parent.glob(f"{file.name}*"))


@pytest.mark.parametrize("expires", [False, True], ids=["deleted", "expired"])
def test_nothing_is_left_of_a_room(store: Store, url: str, clock: Clock, expires: bool) -> None:
    _, room = lecture(store, days=2)
    assert counts(url).items() >= TABLES.items()
    if expires:
        clock.go(days=3)
        store.sweep()
    else:
        deleted = store.rooms.delete(room)
        assert deleted is (Deletion.FINISHED if url.startswith("sqlite") else Deletion.BY_SERVER)
    assert not set(counts(url)) & set(TABLES)
    if url.startswith("sqlite"):
        wait_for(lambda: left(url) == 0)  # what has expired is cleaned in the background
