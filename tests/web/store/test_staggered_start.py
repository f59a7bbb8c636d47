"""A staggered start: the same opening minute for a key everywhere, honoured where answers are stored and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from ireval.errors import InputError
from tests.sentences import carries
from tests.web.store.conftest import Clock, database
from web.store import Late, Reason, Refused, Sheet, dump
from web.store.bounds import MINUTES, SPREAD
from web.store.database import Database
from web.store.schema import sheets
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

Publish = Callable[..., Sheet]
MINUTE = timedelta(minutes=1)


@pytest.fixture
def exam(store: Store, publish: Publish, clock: Clock) -> Callable[..., Sheet]:
    """A sheet that opens in an hour, over 20 minutes."""

    def made(spread: int = 20, minutes: int = 0, late: Late = Late.REFUSED) -> Sheet:
        sheet = publish("once")
        opens = clock.now + timedelta(hours=1)
        deadline = None if minutes else opens + timedelta(hours=2)
        store.schedule(sheet, opens=opens, deadline=deadline, late=late, spread=spread, minutes=minutes)
        return read(store, sheet)

    return made


def read(store: Store, sheet: Sheet) -> Sheet:
    """The sheet as it is now."""
    again = store._find(sheets.c.id == sheet.id)
    assert again
    return again


def test_keys_are_shared_out_evenly_and_stay_where_they_are(exam: Callable[..., Sheet]) -> None:
    """A chi-squared statistic of 10,000 keys over 20 minutes: above 43.8 by chance in one of 1,000 sheets."""
    sheet = exam()
    assert sheet.opens
    keys = [f"K{number:05}" for number in range(10_000)]
    minutes = Counter((sheet.of(key).opens - sheet.opens) // MINUTE for key in keys)  # type: ignore[operator]
    assert set(minutes) == set(range(20))
    assert sum((count - 500) ** 2 / 500 for count in minutes.values()) < 60
    assert [sheet.of(key) for key in keys[:50]] == [sheet.of(key) for key in keys[:50]]
    other = sheet._replace(id="another")
    assert [other.of(key).opens for key in keys[:50]] != [sheet.of(key).opens for key in keys[:50]]
    assert {sheet.of(key).deadline for key in keys} == {sheet.deadline}, "the deadline is common"


def test_answers_are_refused_before_the_own_minute_and_after_the_own_deadline(
    store: Store, exam: Callable[..., Sheet], clock: Clock
) -> None:
    sheet = exam(minutes=30)
    start, last = clock.now + timedelta(hours=1), max(sheet.of(key).opens for key in ("ada", "bob"))  # type: ignore[type-var]
    assert sheet.deadline == start + timedelta(minutes=19 + 30) and last
    for key in ("ada", "bob"):
        own = sheet.of(key)
        assert own.opens and own.deadline == own.opens + 30 * MINUTE
        for moment, reason in ((own.opens - MINUTE / 60, Reason.EARLY), (own.deadline, Reason.LATE)):
            clock.now = moment
            with pytest.raises(Refused) as refused:
                store.save(sheet, key, "1", "a", f"{moment}")
            assert refused.value.reason is reason
            with pytest.raises(Refused):
                store.submit(sheet, key)
        for moment in (own.opens, own.deadline - MINUTE / 60):
            clock.now = moment
            store.save(sheet, key, "1", "a", f"{moment}")


def test_each_student_has_submitted_at_the_own_deadline_wherever_that_is_read(
    store: Store, exam: Callable[..., Sheet], clock: Clock
) -> None:
    sheets = (exam(minutes=30) for _ in range(50))
    sheet = next(sheet for sheet in sheets if sheet.of("ada").opens != sheet.of("bob").opens)
    ends = {}
    for key in ("ada", "bob"):
        own = sheet.of(key)
        assert own.opens and own.deadline
        clock.now, ends[key] = own.opens, own.deadline
        store.save(sheet, key, "1", "a", "1")
    early, late = sorted(ends, key=ends.__getitem__)
    states = set()
    for moment in (ends[early] - MINUTE, ends[early], ends[late]):
        clock.now = moment
        now = read(store, sheet)
        wanted = {key: end if end <= moment else None for key, end in ends.items()}
        assert {a.key: a.submitted for a in store.all_answers(now)} == wanted
        assert {s.key: s.submitted for s in store.rosters.seats(now)} == wanted
        assert {r.answers.key: r.answers.submitted for r in store.marks.students(now)} == wanted
        assert {key: store.answers(now, key).submitted for key in ends} == wanted
        states.add(store.state_digest(now))
    assert len(states) == 3, "the owner's page notices each deadline"


def test_closing_hands_in_at_the_own_deadline(store: Store, exam: Callable[..., Sheet], clock: Clock) -> None:
    sheet = exam(minutes=30, late=Late.ACCEPTED)
    ends = {}
    for key in ("ada", "bob"):
        own = sheet.of(key)
        assert own.opens and own.deadline
        clock.now, ends[key] = own.opens, own.deadline
        store.save(sheet, key, "1", "a", "1")
    clock.now = max(ends.values()) + MINUTE
    store.save(sheet, "bob", "1", "a", "2")
    store.close(read(store, sheet), hand_in=True)
    found = {s.key: s.submitted for s in store.rosters.seats(read(store, sheet))}
    assert found == {"ada": ends["ada"], "bob": clock.now}


def test_the_start_is_undone_before_anybody_begins_and_not_later(
    store: Store, exam: Callable[..., Sheet], clock: Clock
) -> None:
    sheet = exam()
    store.schedule(sheet, opens=sheet.opens, deadline=sheet.deadline, late=Late.REFUSED)
    assert read(store, sheet).of("ada").opens == sheet.opens
    store.schedule(read(store, sheet), opens=sheet.opens, deadline=sheet.deadline, late=Late.REFUSED, spread=10)
    sheet = read(store, sheet)
    assert sheet.opens and sheet.deadline
    clock.now = sheet.opens + 10 * MINUTE
    store.save(sheet, "ada", "1", "a", "1")
    for spread, opens in ((0, sheet.opens), (11, sheet.opens), (10, sheet.opens - MINUTE)):
        with pytest.raises(Refused) as refused:
            store.schedule(sheet, opens=opens, deadline=sheet.deadline, late=Late.REFUSED, spread=spread)
        assert refused.value.reason is Reason.STARTED
    store.schedule(sheet, opens=sheet.opens, deadline=sheet.deadline + MINUTE, late=Late.REFUSED, spread=10)
    assert read(store, sheet).deadline == sheet.deadline + MINUTE


@pytest.mark.parametrize(
    ("values", "field", "problem"),
    [
        ({"spread": SPREAD + 1}, "spread", "spread-out-of-range"),
        ({"spread": -1}, "spread", "spread-out-of-range"),
        ({"spread": 5, "minutes": MINUTES + 1, "deadline": None}, "minutes", "minutes-out-of-range"),
        ({"spread": 5, "opens": None}, "opens", "staggered-start-needs-opening"),
        ({"minutes": 5}, "minutes", "minutes-need-staggered-start"),
        ({"spread": 5, "minutes": 5}, "deadline", "two-deadlines"),
        ({"spread": 120}, "deadline", "deadline-before-last-start"),
        ({"spread": 5, "minutes": MINUTES, "deadline": None}, "minutes", "deadline-after-expiry"),
    ],
)
def test_times_that_do_not_fit_are_refused_with_the_field(
    store: Store, publish: Publish, values: dict[str, object], field: str, problem: str
) -> None:
    clock = Clock()
    sheet = publish("once", days=9)
    times = {"opens": clock.now, "deadline": clock.now + timedelta(hours=2), "late": Late.REFUSED}
    with pytest.raises(InputError, check=carries(problem)) as refused:
        store.schedule(sheet, **(times | values))  # type: ignore[arg-type]
    assert refused.value.field == field
    assert read(store, sheet).spread == 0


def test_a_backup_keeps_the_own_minutes(store: Store, exam: Callable[..., Sheet], tmp_path: Path, clock: Clock) -> None:
    sheet, file = exam(minutes=30), tmp_path / "backup.jsonl"
    dump.backup(store._database, file)
    with database("sqlite", tmp_path / "other") as other:
        restored = Database(other)
        dump.restore(restored, file)
        restored.close()
        copy = Store(other, clock)
        again = read(copy, sheet)
        copy.close_connections()
    assert again == sheet and again.of("ada") == sheet.of("ada")


def test_an_owner_may_want_fewer_students_than_the_server_allows(store: Store, publish: Publish) -> None:
    sheet = publish()
    store.rosters.most = 3
    for most, allowed in ((1, 1), (9, 3), (None, 3)):
        store.limit_students(sheet, most)
        for number in range(allowed):
            store.save(sheet, f"k{number}", "1", "a", "1")
        with pytest.raises(InputError, check=carries("too-many-students", most=allowed)):
            store.save(sheet, "one more", "1", "a", "1")
