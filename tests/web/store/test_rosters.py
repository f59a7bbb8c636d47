"""Rosters and devices in the store, and sheets of the time before there were any."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.store.conftest import Clock, enter
from web.store import Elsewhere, Reason, Refused, Seat, Sheet, dump, sheet_store, tokens
from web.store.database import Database
from web.store.sheet_store import Store
from web.store.students import devices

pytestmark = pytest.mark.slow

Publish = Callable[..., Sheet]

#: A backup of revision 0001: of a sheet that is submitted, Ada has begun, and Bob, who began before her, has submitted.
OLD = [
    {"kind": "ireval sheets", "revision": "0001"},
    {
        "table": "sheets",
        "id": "old",
        "student": tokens.digest("students"),
        "owner": tokens.digest("owner"),
        "title": "Week 5",
        "mode": "once",
        "body": "{}",
        "open": True,
        "created": 1793534400000000,
        "expires": 1893534400000000,
    },
    {"table": "students", "sheet": "old", "key": "ADA", "begun": 1793534500000000, "submitted": None},
    {"table": "students", "sheet": "old", "key": "BQB", "begun": 1793534400000000, "submitted": 1793534600000000},
    {
        "table": "answers",
        "sheet": "old",
        "key": "ADA",
        "exercise": "1",
        "part": "a",
        "text": "0.29",
        "saved": 1793534500000000,
    },
    {"rows": 4},
]


def test_a_backup_of_the_time_without_rosters_is_restored(url: str, clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in OLD))
    with closing(Database(url, migrated=False)) as database:
        assert dump.restore(database, file) == (4, False)
    store = Store(url, clock)
    sheet = store.by_owner("owner")
    assert sheet
    assert sheet == store.by_student("students")
    seats = store.rosters.seats(sheet)
    assert [(seat.key, seat.name, seat.place) for seat in seats] == [("BQB", "", 0), ("ADA", "", 0)]
    assert seats[0].submitted
    store.save(sheet, "ADA", "1", "b", "goes on")
    with pytest.raises(Refused) as refused:
        store.save(sheet, "EVE", "1", "a", "1")
    assert refused.value.reason is Reason.UNKNOWN_KEY
    enter(store, sheet, "EVE")
    store.save(sheet, "EVE", "1", "a", "1")
    found = {answers.key: dict(answers.given) for answers in store.all_answers(sheet)}
    assert found == {"BQB": {}, "ADA": {("1", "a"): "0.29", ("1", "b"): "goes on"}, "EVE": {("1", "a"): "1"}}
    store.close_connections()


def test_a_roster_has_its_order_and_only_those_who_have_begun_have_answers(
    store: Store, publish: Publish, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_store, "PAGE", 2)
    sheet = publish("once")
    enter(store, sheet, "zoe", "amy", "eve")
    for key in ("eve", "amy", "bob", "zoe"):
        clock.go(minutes=1)
        store.save(sheet, key, "1", "a", "1")
    assert [answers.name for answers in store.all_answers(sheet)] == ["bob", "zoe", "amy", "eve"]
    assert store.rosters.seats(sheet)[:2] == [Seat("ada", "ada", 1, None, None), store.rosters.seat(sheet, "bob")]
    assert store.answers(sheet, "ada").begun is None


def test_an_unknown_key_stores_nothing(store: Store, publish: Publish) -> None:
    sheet = publish("once")
    for attempt in (
        lambda: store.save(sheet, "eve", "1", "a", "1"),
        lambda: store.submit(sheet, "eve"),
        lambda: store.answers(sheet, "eve"),
        lambda: store.rosters.seat(sheet, "eve"),
        lambda: store.rosters.rename(sheet, "eve", "Eve"),
        lambda: store.rosters.replace_key(sheet, "eve", "fay"),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert (refused.value.reason, refused.value.status) == (Reason.UNKNOWN_KEY, 404)
    assert [seat.key for seat in store.rosters.seats(sheet)] == ["ada", "bob"]


def test_a_key_is_drawn_again_if_somebody_has_it(store: Store, publish: Publish) -> None:
    sheet = publish("once")
    keys = iter(["bob", "eve", "eve", "ada", "fay"])
    store.rosters.enter(sheet, ["Eve", "Fay"], keys.__next__, after=2)
    assert [(seat.key, seat.place) for seat in store.rosters.seats(sheet)[2:]] == [("eve", 3), ("fay", 4)]
    with pytest.raises(Refused) as refused:
        store.rosters.enter(sheet, ["Gus"], iter(["gus"]).__next__, after=2)
    assert refused.value.reason is Reason.ROSTER_CHANGED


def test_a_device_is_open_for_minutes_and_remembered_for_the_owner(
    store: Store, publish: Publish, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "MOST", 3)
    sheet, key = publish("once"), "ada"
    assert store.devices.elsewhere(sheet, key, "phone") == Elsewhere()
    assert store.devices.elsewhere(sheet, key, "laptop") == Elsewhere(open=True)
    assert store.devices.elsewhere(sheet, "bob", "tablet") == Elsewhere()
    store.rosters.replace_key(sheet, "bob", "rob")
    assert store.devices.visits(sheet, "rob") == []
    saved = clock.go(minutes=2)
    store.save(sheet, key, "1", "a", "1", device="laptop")
    assert store.devices.elsewhere(sheet, key, "phone") == Elsewhere(open=True, saved=saved)
    clock.go(minutes=3)
    assert store.devices.elsewhere(sheet, key, "phone") == Elsewhere(open=False, saved=saved)
    for name in ("third", "fourth", ""):
        clock.go(seconds=1)
        store.devices.elsewhere(sheet, key, name)
    assert [visit.device for visit in store.devices.visits(sheet, key)] == ["fourth", "third", "phone"]
    store.rosters.remove(sheet, key, with_answers=True)
    assert store.devices.visits(sheet, key) == []
    assert store.devices.elsewhere(sheet, key, "phone") == Elsewhere()
    assert store.devices.visits(sheet, key) == [], "a key that is on no roster has no devices"
