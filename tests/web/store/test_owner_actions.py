"""Opening times and deadlines by the server's clock, handing in for others, and links that replace lost ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from ireval.errors import InputError
from ireval.messages import Message, say
from tests.paths import DOCS
from tests.sentences import carries
from tests.web.store.conftest import Clock, enter
from web.store import (
    Late,
    Mode,
    Published,
    Reason,
    Refused,
    Sheet,
    StorageError,
    StudentsLinkUnknownError,
    __main__,
    recovery_code,
    student_token,
)
from web.store.database import Database
from web.store.schema import metadata
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def made(store: Store) -> Published:
    published = store.publish("{}", title="Week 5", mode=Mode.ONCE, lifetime=10 * DAY)
    sheet = store.by_owner(published.owner)
    assert sheet
    enter(store, sheet, "ada", "bob", "eve")
    return published


class Desk:
    """A sheet that is read from the store again for every use."""

    def __init__(self, store: Store, made: Published) -> None:
        self.store, self.made = store, made

    @property
    def sheet(self) -> Sheet:
        found = self.store.by_student(self.made.student)
        assert found
        return found

    def schedule(self, opens: datetime | None, deadline: datetime | None, late: Late = Late.REFUSED) -> None:
        self.store.schedule(self.sheet, opens=opens, deadline=deadline, late=late)

    def save(self, key: str, text: str, part: str = "a") -> Reason | None:
        try:
            self.store.save(self.sheet, key, "1", part, text)
        except Refused as refused:
            return refused.reason
        return None


@pytest.fixture
def desk(store: Store, made: Published) -> Desk:
    return Desk(store, made)


def test_a_sheet_accepts_answers_from_its_opening_time_to_its_deadline(desk: Desk, clock: Clock) -> None:
    desk.schedule(clock.now + HOUR, clock.now + 2 * HOUR)
    assert desk.save("ada", "1") is Reason.EARLY and desk.sheet.early and not desk.sheet.accepts
    assert desk.store.answers(desk.sheet, "ada").begun is None
    clock.go(hours=1)
    assert desk.save("ada", "1") is None and desk.sheet.accepts
    clock.go(hours=1, microseconds=-1)
    assert desk.save("ada", "2") is None
    clock.go(microseconds=1)
    assert desk.save("ada", "3") is Reason.LATE and desk.save("bob", "3") is Reason.LATE
    assert desk.sheet.over and not desk.sheet.accepts
    found = desk.store.answers(desk.sheet, "ada")
    assert found.given == {("1", "a"): "2"} and found.submitted == desk.sheet.deadline == clock.now
    assert [a.submitted for a in desk.store.all_answers(desk.sheet)] == [clock.now]
    desk.schedule(None, clock.now + HOUR)  # a later deadline: the student goes on
    assert desk.save("ada", "3") is None and desk.store.answers(desk.sheet, "ada").submitted is None


def test_who_submitted_before_the_deadline_submitted_then(desk: Desk, clock: Clock) -> None:
    desk.schedule(None, clock.now + 2 * HOUR)
    desk.save("ada", "1")
    desk.store.submit(desk.sheet, "ada")
    first = clock.now
    clock.go(hours=3)
    assert desk.store.answers(desk.sheet, "ada").submitted == first
    with pytest.raises(Refused) as caught:
        desk.store.submit(desk.sheet, "bob")
    assert caught.value.reason is Reason.LATE


def test_late_answers_may_be_accepted_and_are_marked(desk: Desk, clock: Clock) -> None:
    desk.schedule(None, clock.now + HOUR, Late.ACCEPTED)
    desk.save("ada", "1", "in time")
    clock.go(hours=1)
    assert desk.sheet.overdue and desk.sheet.accepts and not desk.sheet.over
    assert desk.save("ada", "2", "late") is None
    found = desk.store.answers(desk.sheet, "ada")
    assert found.late == {("1", "late")} and found.submitted is None


@pytest.mark.parametrize(("minutes", "late"), [(59, False), (60, True), (61, True)])
def test_handing_in_for_others_makes_nobody_late(desk: Desk, clock: Clock, minutes: int, late: bool) -> None:
    """Ada saves her last answer after so many minutes of 60, and Bob none at all."""
    deadline = clock.now + HOUR
    desk.schedule(None, deadline, Late.ACCEPTED)
    for key in ("ada", "bob"):
        desk.save(key, "1")
    desk.save("bob", "")
    clock.go(minutes=minutes)
    desk.save("ada", "2")
    clock.go(hours=2)
    desk.store.close(desk.sheet, hand_in=True)
    found = {seat.key: seat.submitted for seat in desk.store.rosters.seats(desk.sheet)}
    assert found == {"ada": clock.now if late else deadline, "bob": deadline, "eve": None}


def test_handing_in_before_the_deadline_has_its_own_time(desk: Desk, clock: Clock) -> None:
    desk.schedule(None, clock.now + HOUR, Late.ACCEPTED)
    desk.save("ada", "1")
    clock.go(minutes=30)
    desk.store.close(desk.sheet, hand_in=True)
    assert [a.submitted for a in desk.store.all_answers(desk.sheet)] == [clock.now]


def test_practice_has_a_deadline_but_nothing_is_submitted(store: Store, clock: Clock) -> None:
    desk = Desk(store, store.publish("{}", title="a", mode=Mode.PRACTICE, lifetime=DAY))
    desk.schedule(None, clock.now + HOUR)
    desk.save("ada", "1")
    clock.go(hours=1)
    assert desk.save("ada", "2") is Reason.LATE
    assert store.answers(desk.sheet, "ada").submitted is None


def test_closing_goes_before_times_and_may_hand_in_for_those_who_write(desk: Desk, clock: Clock) -> None:
    for key in ("ada", "bob"):
        desk.save(key, key)
    desk.store.submit(desk.sheet, "ada")
    first = clock.now
    clock.go(minutes=1)
    desk.schedule(clock.now + HOUR, None)
    desk.store.close(desk.sheet)
    assert desk.save("bob", "x") is Reason.CLOSED
    assert [a.submitted for a in desk.store.all_answers(desk.sheet)] == [first, None]
    desk.store.close(desk.sheet, hand_in=True)
    found = {a.key: (a.submitted, a.given["1", "a"]) for a in desk.store.all_answers(desk.sheet)}
    assert found == {"ada": (first, "ada"), "bob": (clock.now, "bob")}


@pytest.mark.parametrize(
    ("opens", "deadline", "key"),
    [
        (2, 2, "deadline-before-opening"),
        (3, 2, "deadline-before-opening"),
        (None, 11, "deadline-after-expiry"),
        (11, None, "deadline-after-expiry"),
    ],
)
def test_times_that_cannot_be_kept_are_refused(
    desk: Desk, clock: Clock, opens: int | None, deadline: int | None, key: str
) -> None:
    with pytest.raises(InputError, check=carries(key)):
        desk.schedule(clock.now + opens * DAY if opens else None, clock.now + deadline * DAY if deadline else None)
    assert desk.sheet.opens is desk.sheet.deadline is None
    desk.schedule(None, clock.now + 2 * DAY)
    with pytest.raises(InputError, check=carries("deadline-after-expiry")):
        desk.store.keep(desk.sheet, DAY)


def test_the_state_digest_changes_whenever_something_does(desk: Desk, clock: Clock) -> None:
    desk.schedule(None, clock.now + DAY, Late.ACCEPTED)
    changes: list[Callable[[], object]] = [
        lambda: desk.save("ada", "1"),
        lambda: desk.save("ada", "2"),
        lambda: desk.save("ada", "2", "b"),
        lambda: desk.save("ada", "", "b"),
        lambda: desk.save("bob", "2"),
        lambda: desk.store.submit(desk.sheet, "ada"),
        lambda: desk.store.hand_back(desk.sheet, "ada"),
        lambda: desk.store.close(desk.sheet),
        lambda: desk.store.reopen(desk.sheet),
        lambda: clock.go(days=1),  # the deadline passes
    ]
    before = desk.store.state_digest(desk.sheet)
    for place, change in enumerate(changes):
        clock.go(seconds=1)
        assert desk.store.state_digest(desk.sheet) == before, place
        change()
        after = desk.store.state_digest(desk.sheet)
        assert after != before, place
        before = after


def test_a_recovery_code_gives_a_new_owners_link_once_and_a_new_code(store: Store, made: Published, url: str) -> None:
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}", made.recovery)  # 125 bits
    typed = made.recovery.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    found = store.owner_links.recover(typed)
    assert found and found.id == made.id and found.student == made.student == student_token(found.owner)
    assert store.by_owner(made.owner) is None
    sheet = store.by_owner(found.owner)
    assert sheet and store.by_student(made.student) == sheet
    assert store.owner_links.recover(made.recovery) is None
    again = store.owner_links.recover(found.recovery)
    assert again and student_token(again.owner) == made.student
    newer = store.owner_links.new_code(sheet, again.owner)
    assert store.owner_links.recover(again.recovery) is None and store.owner_links.recover(newer)
    with closing(Database(url)) as database, database.reading() as connection:
        stored = str(connection.execute(select(metadata.tables["sheets"])).all())
    assert not any(secret in stored for secret in (newer, newer.replace("-", ""), made.student, again.owner))


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "recovery-code-length"),
        ("U" * 25, "not-in-recovery-codes"),
        ("é" * 25, "not-in-recovery-codes"),
        ("A" * 24, "recovery-code-length"),
        ("A" * 26, "recovery-code-length"),
    ],
)
def test_what_is_no_code_is_explained(store: Store, typed: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        store.owner_links.recover(typed)
    assert caught.value.message == say(Message(key, caught.value.values)) and caught.value.field == "code"
    assert store.owner_links.recover("A" * 25) is None
    assert recovery_code.clean_code(" ".join("A" * 25)) == "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA"


def test_whoever_runs_the_server_replaces_an_owners_link(
    store: Store, clock: Clock, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    clock.now = datetime.now(UTC)  # the command has no other clock
    made = store.publish("{}", title="Week 5", mode=Mode.ONCE, lifetime=DAY)
    page = (DOCS / "running-a-server.md").read_text("utf-8")
    lines = re.findall(r"^\.venv/bin/python -m web\.store ((?:sheets|owner-link).*)", page, re.MULTILINE)
    shown, replaced, linked = (line.split() for line in lines)
    assert __main__.main(shown) == f"{made.id}  {clock.now:%Y-%m-%d}  Week 5"
    path = __main__.main([replaced[0], made.id])
    assert say(Message("owner-link-without-students")) in capsys.readouterr().err
    new = path.removeprefix("/o/")
    assert path.startswith("/o/") and store.by_owner(new) and store.by_owner(made.owner) is None
    assert store.by_student(made.student), "the students' link still works"
    assert store.owner_links.recover(made.recovery) is None
    with pytest.raises(StudentsLinkUnknownError):
        student_token(new)
    assert store.owner_links.add_students_link(new, "A" * 22) is None
    carrying = store.owner_links.add_students_link(new, made.student)
    assert carrying and store.by_owner(carrying) and not store.by_owner(new) and student_token(carrying) == made.student
    link = f"https://example.org/ireval/s/{made.student}/K7M2PX"
    whole = __main__.main([linked[0], made.id, linked[2], link]).removeprefix("/o/")
    assert student_token(whole) == made.student and store.by_owner(whole) and not store.by_owner(carrying)
    fresh = store.owner_links.new_students_link(whole)
    assert store.by_owner(fresh) == store.by_student(student_token(fresh)) and not store.by_student(made.student)


def test_links_of_an_expired_sheet_are_not_replaced(store: Store, made: Published, clock: Clock) -> None:
    """Its row may still be there, until the next sweep."""
    clock.go(days=3_651)
    assert store.owner_links.recover(made.recovery) is None
    with pytest.raises(Refused):
        store.owner_links.replace(made.id)


@pytest.mark.parametrize("arguments", [["--", "-nothing"], ["x", "--students", "https://example.org/s/x"]])
def test_there_is_no_new_link_for_a_sheet_that_is_not_there(
    store: Store, clock: Clock, url: str, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    clock.now = datetime.now(UTC)
    made = store.publish("{}", title="Week 5", mode=Mode.ONCE, lifetime=DAY)
    with pytest.raises(StorageError):
        __main__.main(["owner-link", *arguments])
    with pytest.raises(StorageError, check=carries("students-link-of-another-sheet", id=made.id)):
        __main__.main(["owner-link", made.id, "--students", f"/s/{'A' * 22}"])
    assert store.by_owner(made.owner)
