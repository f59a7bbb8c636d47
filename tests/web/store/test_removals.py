"""The owner removes students who are not from the class: their answers are gone, and their keys cannot come back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from tests.web.store.conftest import Clock
from web.store import Progress, Reason, Refused, Sheet, Sieve
from web.store.schema import metadata
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

Publish = Callable[..., Sheet]


def begin(store: Store, sheet: Sheet, key: str, *texts: str) -> None:
    for number, text in enumerate(texts):
        store.save(sheet, key, "1", str(number), text, device="d" * 22)
    store.practice.move(sheet, key, "1", lambda _: Progress(1, 1, "x"))


def rows(store: Store, table: str) -> int:
    with store._database.reading() as connection:
        return connection.execute(select(func.count()).select_from(metadata.tables[table])).scalar_one()


def test_what_a_removed_student_left_is_gone_and_the_key_stays_refused(store: Store, publish: Publish) -> None:
    sheet, other = publish(), publish()
    for of in (sheet, other):
        begin(store, of, "evil", "1", "2")
        begin(store, of, "ada", "0.29")
    before = store.state_digest(sheet)
    assert store.removals.remove(sheet, ["evil", "nobody"]) == 1
    assert store.state_digest(sheet) != before, "the owner's page follows"
    assert [a.key for a in store.all_answers(sheet)] == ["ada"]
    assert [a.key for a in store.all_answers(other)] == ["ada", "evil"]
    assert [rows(store, table) for table in ("answers", "visits", "practice", "students")] == [4, 3, 3, 4]
    for attempt in (
        lambda: store.save(sheet, "evil", "1", "0", "again"),
        lambda: store.submit(sheet, "evil"),
        lambda: store.answers(sheet, "evil"),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert (refused.value.reason, refused.value.status) == (Reason.REMOVED, 410)
    store.practice.move(sheet, "evil", "1", lambda _: Progress(1, 1, "x"))
    assert not store.devices.elsewhere(sheet, "evil", "e" * 22).open
    assert [rows(store, table) for table in ("answers", "visits", "practice")] == [4, 3, 3]
    assert store.removals.remove(sheet, ["evil"]) == 0
    assert store.answers(other, "evil").given == {("1", "0"): "1", ("1", "1"): "2"}


def test_students_are_found_by_time_and_by_the_number_of_their_answers(
    store: Store, publish: Publish, clock: Clock
) -> None:
    sheet, start = publish(), clock.now
    begin(store, sheet, "ada", "1", "2", "3")
    noon = clock.go(minutes=10)
    for key in ("evil1", "evil2"):
        begin(store, sheet, key, "1")
    begin(store, sheet, "bob", "1", "2")
    later = clock.go(minutes=10)
    begin(store, sheet, "eve", "1")
    removals = store.removals

    def keys(sieve: Sieve) -> list[str]:
        found = removals.beginners(sheet, sieve, skip=0, most=10)
        assert sorted(x.key for x in found) == sorted(removals.keys(sheet, sieve)) and removals.count(
            sheet, sieve
        ) == len(found)
        return [x.key for x in found]

    assert keys(Sieve()) == ["eve", "bob", "evil1", "evil2", "ada"], "the latest first"
    assert keys(Sieve(since=noon, until=later)) == ["bob", "evil1", "evil2"]
    assert keys(Sieve(since=noon, until=later, most=1)) == ["evil1", "evil2"]
    assert keys(Sieve(until=noon)) == ["ada"] and keys(Sieve(most=0)) == []
    page = removals.beginners(sheet, Sieve(), skip=3, most=1)
    assert [(x.key, x.begun, x.given, x.saved) for x in page] == [("evil2", noon, 1, noon)]
    removals.remove(sheet, removals.keys(sheet, Sieve(since=noon, until=later, most=1)))
    assert keys(Sieve()) == ["eve", "bob", "ada"] and start < noon


def test_removed_students_take_no_place(store: Store, publish: Publish) -> None:
    store.rosters.most = 2
    sheet = publish()
    begin(store, sheet, "evil1", "1")
    begin(store, sheet, "evil2", "1")
    with pytest.raises(ValueError, match="at most 2 students"):
        store.save(sheet, "ada", "1", "0", "1")
    store.removals.remove(sheet, ["evil1", "evil2"])
    store.save(sheet, "ada", "1", "0", "1")
    assert [a.key for a in store.all_answers(sheet)] == ["ada"]
