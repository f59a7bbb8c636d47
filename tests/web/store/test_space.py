"""Sheets and answers have a bound, new sheets are refused first, and nobody is kept from an exam who is entered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from tests.statements import counted
from tests.web.store.conftest import Clock, enter
from web.store import Reason, Refused, Sheet
from web.store.bounds import Limits
from web.store.sheet_store import Store
from web.store.students.space import STUDENT_BYTES

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
    assert store.sheet_space.used() == 2_000 + 300 + 2 * 200 + STUDENT_BYTES


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
