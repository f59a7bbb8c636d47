"""Sheets and answers have a bound, new sheets are refused first, and nobody is kept from an exam who is entered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import cast

import pytest
from sqlalchemy import Connection

from tests.statements import counted
from tests.web.store.conftest import Clock, enter
from web.store import Reason, Refused, Sheet
from web.store.bounds import Limits
from web.store.database import Database
from web.store.sheet_store import Store
from web.store.students import space
from web.store.students.space import SheetSpace

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
SPACE = 400_000
LARGE = "x" * 50_000


@pytest.fixture
def store(url: str, clock: Clock) -> Iterator[Store]:
    found = Store(url, clock, Limits(SPACE, SPACE))
    yield found
    found.close_connections()


def is_full(error: object) -> bool:
    return isinstance(error, Refused) and error.reason is Reason.SHEETS_FULL and error.status == 503


def until_full(add: Callable[[int], None]) -> int:
    """How often something could be added before it was refused."""
    number = 0
    with pytest.raises(Refused, check=is_full):  # noqa: PT012
        for number in range(1_000):
            add(number)
    return number


def publish(store: Store, mode: str = "practice", body: str = LARGE) -> Sheet:
    found = store.by_owner(store.publish(body, title="a", mode=mode, lifetime=DAY).owner)
    assert found
    return found


def fill(store: Store) -> list[Sheet]:
    """Sheets until the first is refused."""
    made: list[Sheet] = []
    until_full(lambda _: made.append(publish(store)))
    return made


def fill_with_learners(store: Store, sheet: Sheet) -> int:
    return until_full(lambda number: store.save(sheet, f"K{number}", "1", "a", "0.5"))


def test_new_sheets_are_refused_first_and_saves_last(store: Store) -> None:
    exam = publish(store, "once")
    enter(store, exam, "ada", "bob")
    made = fill(store)
    assert 0.8 * SPACE - 60_000 < store.sheet_space.used() <= 0.8 * SPACE
    with pytest.raises(Refused, check=is_full):
        store.copy(exam, lifetime=DAY)
    assert fill_with_learners(store, made[0]) >= 5
    enter(store, exam, "eve")  # the owner of an exam may enter somebody late
    with pytest.raises(Refused, check=is_full):
        enter(store, exam, *(f"late{number}" for number in range(20)))
    for key in ("ada", "bob", "eve"):
        store.save(exam, key, "1", "a", "y" * 1_900)
        store.submit(exam, key)
    assert store.sheet_space.used() <= SPACE


def test_text_beyond_what_was_set_aside_is_refused_last_of_all(store: Store) -> None:
    exam, other = publish(store, "once", "{}"), publish(store)
    enter(store, exam, "ada", "bob")
    fill(store)
    for number in range(10):
        store.save(other, f"K{number}", "1", "p0", "begun")  # later, a new student would be refused before more text
    until_full(lambda n: store.save(other, f"K{n // 24}", "1", f"p{n % 24}", "z" * 1_990))
    assert 0.98 * SPACE < store.sheet_space.used() <= SPACE + 2 * 4_000, "two students wrote in what is reserved"
    assert fill_with_learners(store, other) == 0
    before = store.answers(other, "K0").given
    store.save(other, "K0", "1", "p0", "shorter")  # whoever writes less is never refused
    assert store.answers(other, "K0").given != before
    store.save(exam, "ada", "1", "a", "y" * 1_900)
    store.save(exam, "bob", "1", "a", "ä" * 900)
    assert len(store.answers(exam, "ada").given) == len(store.answers(exam, "bob").given) == 1


def test_space_that_is_freed_counts_at_once(store: Store, url: str, clock: Clock) -> None:
    """Also in another process, which has measured it before."""
    made = fill(store)
    other = Store(url, clock, Limits(SPACE))
    with pytest.raises(Refused, check=is_full):
        publish(other)
    store.delete(made.pop())
    publish(other)
    with pytest.raises(Refused, check=is_full):
        publish(store)
    clock.go(days=2)
    store.sweep()
    assert store.sheet_space.used() == 0
    assert len(fill(store)) == len(made) + 1
    other.close_connections()


def test_what_is_used_is_what_is_stored(store: Store) -> None:
    empty = store.sheet_space.used()
    sheet = publish(store, "once", "ß" * 1_000)
    enter(store, sheet, "ada")
    store.save(sheet, "ada", "1", "a", "€" * 100)
    assert empty == 0
    assert store.sheet_space.used() == 2_000 + 300 + 2 * 200 + 4_000


def test_a_save_asks_the_database_for_nothing_more(store: Store, url: str, clock: Clock) -> None:
    sheet = publish(store, "once", "{}")
    enter(store, sheet, "ada")
    free = Store(url, clock)
    sent: list[int] = []
    for each in (store, free):
        each.save(sheet, "ada", "1", "a", "begin")
        with counted() as found:
            each.save(sheet, "ada", "1", "a", f"{len(sent)}")
        sent.append(len(found.statements))
    assert sent[0] == sent[1] > 0
    free.close_connections()


class Measured:
    """A space of 10,000 bytes, on a clock that is moved, whose measurements are counted and given here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.bytes, self.measurements = 100.0, 0, 0
        self.space = SheetSpace(cast("Database", None), 10_000, lambda: self.now)
        monkeypatch.setattr(space, "sheet_bytes", self._measure)

    def _measure(self, _: object) -> int:
        self.measurements += 1
        return self.bytes

    def take(self, size: int, part: float = 1.0) -> bool:
        try:
            self.space.take(cast("Connection", None), size, part)
        except Refused:
            return False
        return True

    def write(self, before: int, after: int) -> bool:
        """Whether a student who had a text of so many bytes may write one of so many."""
        texts = [{("1", "a"): "x" * (size - 200)} for size in (before, after)]
        try:
            self.space.check_text(cast("Connection", None), *texts)
        except Refused:
            return False
        return True


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Measured:
    return Measured(monkeypatch)


def test_the_space_is_measured_once_a_minute_and_counted_in_between(measured: Measured) -> None:
    for seconds, measurements in ((0, 1), (59.9, 1), (60, 2), (119.9, 2), (120, 3)):
        measured.now = 100 + seconds
        assert measured.take(100) and measured.measurements == measurements


def test_the_whole_space_is_used_and_not_a_byte_more(measured: Measured) -> None:
    assert measured.take(4_000) and measured.take(6_000) and measured.measurements == 1
    measured.bytes = 10_000
    assert not measured.take(1) and measured.measurements == 2, "it is measured again before anything is refused"
    measured.bytes = 8_000
    assert not measured.take(1, 0.8) and measured.take(0, 0.8) and measured.take(2_000)


def test_text_within_what_is_reserved_is_never_refused(measured: Measured) -> None:
    measured.bytes = 10_000
    assert measured.write(200, 4_000) and measured.write(5_000, 5_000) and measured.write(9_000, 4_500)
    assert measured.measurements == 0
    assert not measured.write(200, 4_001)


def test_more_text_is_counted_beyond_what_is_reserved(measured: Measured) -> None:
    measured.bytes = 5_000
    assert measured.write(300, 4_500) and measured.measurements == 1
    assert measured.write(4_500, 9_000) and measured.measurements == 1
    assert measured.take(500) and measured.measurements == 1
    assert measured.take(1) and measured.measurements == 2


def test_a_full_space_is_measured_again_after_two_seconds(measured: Measured) -> None:
    measured.bytes = 10_000
    assert measured.write(300, 4_000) and not measured.write(4_000, 4_300) and measured.measurements == 1
    measured.now, measured.bytes = 101.9, 0
    assert not measured.write(4_000, 4_300) and measured.measurements == 1
    measured.now = 102.0
    assert measured.write(4_000, 4_300) and measured.measurements == 2


def test_without_a_limit_nothing_is_measured(measured: Measured) -> None:
    measured.space.allowed = None
    assert measured.take(10**9) and measured.write(200, 10**6) and measured.measurements == 0
