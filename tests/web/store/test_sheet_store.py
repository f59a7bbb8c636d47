"""Sheets and answers: what is kept, refused, and really gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from ireval.errors import InputError
from tests.sentences import carries
from tests.web.store.conftest import Clock, counts
from web.store import Late, Mode, Progress, Reason, Refused, Sheet, bounds, sheet_store, student_token, tokens
from web.store.database import Database
from web.store.schema import metadata
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

Publish = Callable[..., Sheet]
DAY = timedelta(days=1)


def given(store: Store, sheet: Sheet, key: str = "ada") -> dict[tuple[str, str], str]:
    return dict(store.answers(sheet, key).given)


def test_both_links_lead_to_the_sheet_as_it_was_published(store: Store, clock: Clock) -> None:
    body = '{"title":"Übung \\u0000","names":["β","𝒢"]}'
    published = store.publish(body, title="  Übung\n 1 ", mode=Mode.ONCE, lifetime=3 * DAY)
    sheet = store.by_student(published.student)
    times = clock.now, clock.now + 3 * DAY, None, None, Late.REFUSED, 0, 0, None, clock.now
    assert sheet
    assert sheet == Sheet(published.id, "Übung 1", Mode.ONCE, body, True, sheet.secret, *times)
    assert len(bytes.fromhex(sheet.secret)) == 16
    assert store.by_owner(published.owner) == sheet
    assert store.by_student(published.owner) is store.by_owner(published.student) is None


@pytest.mark.parametrize("token", ["", "x", "A" * 22, "' OR 1=1 --", "\0", "\ud800", "ä" * 10_000])
def test_an_unknown_token_leads_nowhere(store: Store, publish: Publish, token: str) -> None:
    publish()
    assert store.by_student(token) is store.by_owner(token) is None


def test_tokens_are_long_and_the_database_knows_only_their_digests(store: Store, url: str) -> None:
    made = [store.publish("{}", title="a", mode="once", lifetime=DAY) for _ in range(3)]
    secret = [token for published in made for token in (published.student, published.owner)]
    assert len(set(secret)) == 6
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22,}", token) for token in secret)  # 6 bits each
    assert [student_token(published.owner) for published in made] == [published.student for published in made]
    with closing(Database(url)) as database, database.reading() as connection:
        stored = str(connection.execute(select(metadata.tables["sheets"])).all())
    assert all(tokens.digest(token) in stored and token not in stored for token in secret)


def test_the_last_answer_is_kept(store: Store, publish: Publish, clock: Clock) -> None:
    sheet, other = publish(), publish()
    assert given(store, sheet) == {}
    begun = clock.go(minutes=1)
    for exercise, part, text in [("1", "P@1", "0,5"), ("1", "P@2", "x"), ("1", "P@1", " 0.58\r\nor “so”; é \n")]:
        store.save(sheet, "ada", exercise, part, text)
        clock.go(seconds=1)
    store.save(sheet, "bob", "1", "P@1", "1")
    found = store.answers(sheet, "ada")
    assert found.given == {("1", "P@1"): "0.58\nor “so”; é", ("1", "P@2"): "x"}
    assert (found.begun, found.submitted) == (begun, None)
    assert given(store, sheet, "bob") == {("1", "P@1"): "1"}
    assert given(store, other) == {}
    store.save(sheet, "ada", "1", "P@2", "  ")
    assert ("1", "P@2") not in given(store, sheet)


def test_a_new_start_of_the_program_finds_everything(store: Store, publish: Publish, clock: Clock, url: str) -> None:
    sheet = publish()
    store.save(sheet, "ada", "1", "a", "0.5")
    again = Store(url, clock)
    assert given(again, sheet) == {("1", "a"): "0.5"}
    again.close_connections()


def close(store: Store, sheet: Sheet, clock: Clock) -> None:  # noqa: ARG001
    store.close(sheet)


def expire(store: Store, sheet: Sheet, clock: Clock) -> None:  # noqa: ARG001
    clock.now = sheet.expires


def delete(store: Store, sheet: Sheet, clock: Clock) -> None:  # noqa: ARG001
    store.delete(sheet)


def submit(store: Store, sheet: Sheet, clock: Clock) -> None:  # noqa: ARG001
    store.submit(sheet, "ada")


@pytest.mark.parametrize(
    ("happens", "reason"),
    [(close, Reason.CLOSED), (expire, Reason.GONE), (delete, Reason.GONE), (submit, Reason.SUBMITTED)],
)
def test_a_refused_answer_says_why_and_leaves_the_earlier_one(
    store: Store,
    publish: Publish,
    clock: Clock,
    happens: Callable[[Store, Sheet, Clock], None],
    reason: Reason,
) -> None:
    sheet = publish("once")
    store.save(sheet, "ada", "1", "a", "0.5")
    happens(store, sheet, clock)
    before = list(store.all_answers(sheet))
    changes: list[Callable[[], object]] = [
        lambda: store.save(sheet, "ada", "1", "a", "0.6"),
        lambda: store.save(sheet, "ada", "1", "a", ""),
    ]
    for change in changes:
        with pytest.raises(Refused) as caught:
            change()
        assert caught.value.reason is reason
        assert str(caught.value).endswith(".")
        assert caught.value.status == (410 if reason is Reason.GONE else 409)
    assert list(store.all_answers(sheet)) == before


def test_a_closed_sheet_takes_nothing_until_it_is_reopened(store: Store) -> None:
    published = store.publish("{}", title="a", mode="practice", lifetime=DAY)
    sheet = store.by_owner(published.owner)
    assert sheet
    store.close(sheet)
    changes: list[Callable[[], object]] = [
        lambda: store.save(sheet, "new", "1", "a", "1"),
        lambda: store.submit(sheet, "new"),
    ]
    for change in changes:
        with pytest.raises(Refused):
            change()
    closed = store.by_student(published.student)
    assert closed
    assert not closed.open
    assert list(store.all_answers(sheet)) == []
    store.reopen(sheet)
    store.save(sheet, "new", "1", "a", "1")
    assert given(store, sheet, "new")
    store.delete(sheet)
    for gone in (store.close, store.reopen):
        with pytest.raises(Refused) as caught:
            gone(sheet)
        assert caught.value.reason is Reason.GONE


def test_the_first_submission_counts_until_it_is_handed_back(store: Store, publish: Publish, clock: Clock) -> None:
    sheet = publish("once")
    store.save(sheet, "ada", "1", "a", "1")
    first = clock.go(minutes=1)
    assert store.submit(sheet, "ada") == first
    clock.go(minutes=1)
    assert store.submit(sheet, "ada") == first == store.answers(sheet, "ada").submitted
    store.save(sheet, "bob", "1", "a", "2")  # others go on
    store.hand_back(sheet, "ada")
    assert store.answers(sheet, "ada").submitted is None
    store.save(sheet, "ada", "1", "a", "3")
    assert store.submit(sheet, "ada") == clock.now


def test_practice_goes_on_after_submitting(store: Store, publish: Publish, clock: Clock) -> None:
    sheet = publish("practice")
    store.submit(sheet, "ada")
    store.save(sheet, "ada", "1", "a", "1")
    store.save(sheet, "bob", "1", "a", "2")
    clock.go(minutes=1)
    assert store.submit(sheet, "ada") == clock.now == store.answers(sheet, "ada").submitted


def test_all_answers_come_in_the_order_in_which_students_began(
    store: Store, publish: Publish, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_store, "PAGE", 3)
    sheet, other = publish(), publish()
    keys = ["g", "f", "b", "e", "a", "d", "c"]  # f and b begin at the same time, and so do the other pairs
    for place, key in enumerate(keys):
        clock.go(seconds=place % 2)
        store.save(sheet, key, "2", "x", key * 2)
        store.save(sheet, key, "1", "y", key)
        store.save(other, key, "1", "y", "of another sheet")
    found = list(store.all_answers(sheet))
    assert [answers.key for answers in found] == ["g", "b", "f", "a", "e", "c", "d"]
    assert all(answers.given == {("2", "x"): answers.key * 2, ("1", "y"): answers.key} for answers in found)


def test_a_copy_has_links_of_its_own_and_no_answers(store: Store, publish: Publish, clock: Clock) -> None:
    sheet = publish("once")
    store.save(sheet, "ada", "1", "a", "1")
    clock.go(days=1)
    published = store.copy(sheet, lifetime=2 * DAY)
    copied = store.by_student(published.student)
    assert copied
    assert (copied.title, copied.mode, copied.body, copied.open) == (sheet.title, sheet.mode, sheet.body, True)
    assert copied.id != sheet.id
    assert copied.expires == clock.now + 2 * DAY
    assert list(store.all_answers(copied)) == []
    assert given(store, sheet)


def test_practice_is_counted_for_each_student_and_exercise(store: Store, publish: Publish) -> None:
    sheet = publish()
    store.save(sheet, "ada", "1", "a", "0.5")
    store.save(sheet, "bob", "1", "a", "0.5")
    for _ in range(3):
        store.practice.move(sheet, "ada", "1", lambda before: Progress(1, before.tries + 1, "these"))
    store.practice.move(sheet, "ada", "2", lambda before: before._replace(stage=4))
    store.practice.move(sheet, "nobody", "1", lambda before: before._replace(stage=4))
    assert store.practice.progress(sheet, "ada") == {"1": Progress(1, 3, "these"), "2": Progress(4)}
    assert store.practice.progress(sheet, "bob") == store.practice.progress(sheet, "nobody") == {}


def test_deleting_leaves_nothing_of_the_answers(store: Store, publish: Publish, url: str) -> None:
    sheet, other = publish(), publish()
    for kept_or_not in (sheet, other):
        store.save(kept_or_not, "ada", "1", "a", f"secret of {kept_or_not.id} " * 50)
        store.practice.move(kept_or_not, "ada", "1", lambda before: before._replace(stage=1, tries=1))
    store.delete(sheet)
    store.delete(sheet)
    assert counts(url) == {"sheets": 1, "students": 1, "answers": 1, "practice": 1}
    store.close_connections()
    if url.startswith("sqlite"):
        folder = Path(url.removeprefix("sqlite:///")).parent
        stored = b"".join(path.read_bytes() for path in folder.iterdir())
        assert f"secret of {other.id}".encode() in stored
        assert f"secret of {sheet.id}".encode() not in stored


def test_an_expired_sheet_is_as_if_it_had_never_been(store: Store, clock: Clock, url: str) -> None:
    brief = store.publish("{}", title="a", mode="practice", lifetime=DAY)
    long = store.publish("{}", title="b", mode="once", lifetime=3 * DAY)
    sheet = store.by_owner(brief.owner)
    assert sheet
    store.save(sheet, "ada", "1", "a", "1")
    clock.now = sheet.expires - timedelta(microseconds=1)
    assert store.by_student(brief.student)
    clock.now = sheet.expires
    assert store.by_student(brief.student) is store.by_owner(brief.owner) is None
    assert store.sweep() == 1
    assert store.sweep() == 0
    assert counts(url) == {"sheets": 1}
    assert store.by_owner(long.owner)


def test_any_number_of_sheets_is_swept_away(
    store: Store, publish: Publish, clock: Clock, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_store, "PAGE", 2)
    for days in (1, 1, 1, 1, 1, 3):
        publish(days=days)
    clock.go(days=2)
    assert store.sweep() == 5
    assert counts(url)["sheets"] == 1


def test_expired_sheets_are_removed_from_time_to_time(store: Store, publish: Publish, clock: Clock, url: str) -> None:
    publish(days=1)
    clock.go(days=1)
    assert counts(url)["sheets"] == 1
    store.by_student("anything")
    assert counts(url)["sheets"] == 0


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"title": " \n"}, "title"),
        ({"title": "x" * (bounds.TITLE + 1)}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"mode": "twice"}, "mode"),
        ({"body": "€" * (bounds.BODY // 3 + 1)}, "sheet"),
        ({"lifetime": timedelta()}, "lifetime"),
        ({"lifetime": timedelta(days=bounds.DAYS + 1)}, "lifetime"),
    ],
)
def test_a_sheet_that_is_too_much_is_refused(store: Store, url: str, changed: dict[str, object], field: str) -> None:
    whole = {"body": "{}", "title": "a", "mode": "once", "lifetime": DAY} | changed
    with pytest.raises(InputError) as caught:
        store.publish(whole.pop("body"), **whole)  # type: ignore[arg-type]
    assert caught.value.field == field
    assert counts(url)["sheets"] == 0


def test_the_largest_sheet_is_taken(store: Store) -> None:
    body = "€" * (bounds.BODY // 3)
    published = store.publish(body, title="x" * bounds.TITLE, mode="once", lifetime=timedelta(days=bounds.DAYS))
    sheet = store.by_owner(published.owner)
    assert sheet
    assert sheet.body == body


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"key": ""}, "key"),
        ({"key": "k" * (bounds.KEY + 1)}, "key"),
        ({"exercise": "\x1b[2J"}, "exercise"),
        ({"part": "p" * (bounds.NAME + 1)}, "part"),
        ({"text": "1" * (bounds.ANSWER + 1)}, "answer"),
        ({"text": "a\0b"}, "answer"),
        ({"text": "\ud800"}, "answer"),
    ],
)
def test_an_answer_that_is_too_much_is_refused(
    store: Store, publish: Publish, url: str, changed: dict[str, str], field: str
) -> None:
    sheet = publish()
    whole = {"key": "ada", "exercise": "1", "part": "a", "text": "0.5"} | changed
    with pytest.raises(InputError) as caught:
        store.save(sheet, **whole)
    assert caught.value.field == field
    assert counts(url) == {"sheets": 1}


def test_a_student_has_a_limited_number_of_answers(
    store: Store, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "ANSWERS", 3)
    monkeypatch.setattr(bounds, "TEXT", 20)
    sheet = publish()
    for part in "abc":
        store.save(sheet, "ada", "1", part, "12345")
    with pytest.raises(InputError, check=carries("too-many-answers", most=3)):
        store.save(sheet, "ada", "1", "d", "1")
    store.save(sheet, "ada", "1", "c", "1234567890")  # in place of an earlier one
    with pytest.raises(InputError, check=carries("answers-too-long", most=20)):
        store.save(sheet, "ada", "1", "c", "12345678901")
    assert given(store, sheet) == {("1", "a"): "12345", ("1", "b"): "12345", ("1", "c"): "1234567890"}
    store.save(sheet, "bob", "1", "d", "1")


def test_a_sheet_has_a_limited_number_of_students(store: Store, publish: Publish) -> None:
    store.rosters.most = 2
    sheet = publish()
    for key in ("ada", "bob"):
        store.save(sheet, key, "1", "a", "1")
    with pytest.raises(InputError, check=carries("too-many-students", most=2)):
        store.save(sheet, "eve", "1", "a", "1")
    with pytest.raises(InputError, check=carries("too-many-students", most=2)):
        store.submit(sheet, "eve")
    store.save(sheet, "ada", "1", "b", "1")
    assert [answers.key for answers in store.all_answers(sheet)] == ["ada", "bob"]
