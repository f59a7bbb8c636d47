"""Opening, deadline and closing: what owner, students and files show at each time of the server's clock."""

from __future__ import annotations

import csv
import html
import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from ireval.messages import Message, say
from tests.classroom import SHEET, Owner, Student, publish
from tests.sentences import sentence
from tests.web.store.conftest import Clock
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

DEADLINE = "2026-11-02T12:00"  # a day after the clock's time
SHOWN = "2 November 2026, 12:00 UTC"


@pytest.fixture
def clock(school: Flask) -> Clock:
    """The clock of the school's store."""
    clock = Clock()
    store = school.extensions.setdefault("store", Store(school.config["DATABASE_URL"], clock))
    store._clock = clock
    return clock


def schedule(owner: Owner, deadline: str = DEADLINE, late: str = "refused", **more: str) -> None:
    assert owner.post("/times", deadline=deadline, late=late, **more) == 303


def rows(owner: Owner, file: str) -> dict[str, dict[str, str]]:
    return {row["key"]: row for row in csv.DictReader(io.StringIO(owner.page(file)))}


@pytest.mark.parametrize("mode", ["practice", "once"])
def test_before_the_opening_time_nothing_opens(school: Flask, clock: Clock, mode: str) -> None:
    owner = publish(school, mode=mode)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    schedule(owner, opens="2026-11-01T13:00")
    door = student.client.get(owner.students)
    assert door.status_code == 200 and "opens on <time" in door.text and "1 November 2026, 13:00 UTC" in door.text
    assert f"{owner.students}/new" not in door.text and 'name="key"' not in door.text
    assert student.client.get(student.address).headers["Location"] == owner.students
    assert student.client.get(f"{owner.students}/new").status_code == (303 if mode == "practice" else 403)
    assert student.save(ap_score="0.29") == 409
    assert "not open yet" in owner.page()
    clock.go(hours=1)
    assert student.save(ap_score="0.29") == 204 and "Opened" in owner.page()


@pytest.mark.parametrize("mode", ["once", "exam"])
def test_at_the_deadline_what_is_saved_counts_as_submitted(school: Flask, clock: Clock, mode: str) -> None:
    owner = publish(school, mode=mode)
    schedule(owner)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    assert "Deadline: <time" in student.page() and 'data-left="86400000"' in student.page()
    clock.go(days=1)
    headers = {"X-CSRFToken": student.token}
    answer = student.client.post(f"{student.address}/answers", data={"ap.score": "0.29"}, headers=headers)
    assert answer.status_code == 409 and answer.json
    assert answer.json["error"]["message"] == sentence("sheet-late")
    page = student.page()
    assert "Submitted at the deadline," in page and SHOWN in page and 'value="0.580"' in page
    assert ("You divided" in page) is (mode == "once")
    assert student.post("/submit") == student.address, "submitting now changes nothing"
    whole = owner.page()
    assert "deadline passed" in whole and "<dt>submitted</dt><dd>1</dd>" in whole
    assert "<dt>still writing</dt><dd>0</dd>" in whole and "Submitted only (1)" in whole
    assert rows(owner, "/points.csv")[student.key]["submitted"] == "2026-11-02T12:00:00+00:00"
    assert rows(owner, "/points.csv")[student.key]["late"] == ""
    one = owner.page(f"/students/{student.key}")
    assert "Hand back" not in one and "change the deadline" in one
    door = student.client.get(owner.students)
    assert door.status_code == 410 and "The deadline has passed." in door.text
    assert f"{owner.students}/new" not in door.text
    owner.post("/close")
    assert "You divided" in student.page() and "Submitted at the deadline," in student.page()


def test_late_answers_are_marked_for_everyone(school: Flask, clock: Clock) -> None:
    owner = publish(school)
    schedule(owner, late="accepted")
    early, late = Student(school, owner.students), Student(school, owner.students)
    for student in (early, late):
        student.save(ap_score="0.580")
    early.submit()
    clock.go(days=1)
    assert "Your answers are late" not in late.page() and "marked as late" in late.page()
    assert late.save(dcg_score="3.394") == 204
    assert "Your answers are late" in late.page()
    late.submit()
    assert " (late)" in late.page() and "(late)" not in early.page()
    found = rows(owner, "/points.csv")
    assert (found[early.key]["late"], found[late.key]["late"]) == ("", "yes")
    text = owner.page("/answers.csv")
    marked = [(r["exercise"], r["answer"]) for r in csv.DictReader(io.StringIO(text)) if r["late"]]
    assert marked == [("dcg", "3.394")]
    listed = owner.page().split('id="class"')[1]
    assert listed.count('class="late"') == 1 and "accepting late answers" in owner.page()
    assert 'class="late"' in owner.page(f"/students/{late.key}")
    assert 'class="late"' not in owner.page(f"/students/{early.key}")


def test_practice_ends_at_its_deadline_with_all_marks(school: Flask, clock: Clock) -> None:
    owner = publish(school, mode="practice")
    schedule(owner)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    clock.go(days=1)
    assert student.save(ap_score="0.29") == 409
    assert "The deadline has passed: 1 of" in student.page() and "You divided" in student.page()


def test_times_are_typed_in_a_time_zone(school: Flask, clock: Clock) -> None:
    owner = publish(school)
    assert "Times are in <strong data-form-zone>UTC</strong>" in owner.page("/times")
    schedule(owner, "2026-11-02T13:00", zone="Europe/Vienna")
    assert SHOWN in owner.page() and f'value="{DEADLINE}"' in owner.page("/times")
    schedule(owner, "", zone="")
    assert "Deadline" not in owner.page()
    lifetime = timedelta(days=180)
    wrong = [
        ({"deadline": "tomorrow"}, Message("not-a-time", text="tomorrow")),
        ({"deadline": "2026-11-02T13:00+01:00"}, Message("not-a-time", text="2026-11-02T13:00+01:00")),
        ({"deadline": "9999-12-31T23:59", "zone": "America/New_York"}, Message("not-a-time", text="9999-12-31T23:59")),
        ({"deadline": "2026-11-02", "opens": "2026-11-03"}, Message("deadline-before-opening")),
        ({"deadline": f"{clock.now + lifetime + timedelta(days=1):%Y-%m-%d}"}, Message("deadline-after-expiry")),
        ({"deadline": DEADLINE, "zone": "Europe/Atlantis"}, Message("unknown-time-zone", zone="Europe/Atlantis")),
        ({"deadline": DEADLINE, "zone": "../etc/passwd"}, Message("unknown-time-zone", zone="../etc/passwd")),
        ({"deadline": DEADLINE, "late": "x"}, Message("unknown-late-rule", text="x")),
        (
            {"deadline": "2027-03-28T02:30", "zone": "Europe/Berlin"},
            Message("time-skipped", text="2027-03-28T02:30", zone="Europe/Berlin"),
        ),
    ]
    for form, problem in wrong:
        answer = owner.client.post(f"{owner.own}/times", data={"csrf_token": owner.token, **form})
        assert answer.status_code == 400 and say(problem) in html.unescape(answer.text), form
        assert f'value="{form["deadline"]}"' in html.unescape(answer.text), "what was typed is kept"
    assert "Deadline" not in owner.page()


def test_a_sheet_is_not_kept_for_less_than_its_deadline(school: Flask, clock: Clock) -> None:
    owner = publish(school)
    schedule(owner, "2026-11-20T12:00")
    answer = owner.client.post(f"{owner.own}/keep", data={"csrf_token": owner.token, "days": "3"})
    assert answer.status_code == 400 and sentence("deadline-after-expiry") in answer.text
    assert clock.now == datetime(2026, 11, 1, 12, tzinfo=UTC)


def test_closing_asks_and_offers_to_hand_in(school: Flask, clock: Clock) -> None:
    owner = publish(school, mode="exam")
    assert "Nobody is still writing" in owner.page("/close")
    writing, begun, done = (Student(school, owner.students) for _ in range(3))
    for student in (writing, begun, done):
        student.save(ap_score="0.580")
    done.submit()
    asking = owner.page("/close")
    assert "2 students are still writing" in asking and "Closing shows the marks" in asking
    assert f'href="{owner.own}/close"' in owner.page()
    assert writing.save(dcg_score="3.394") == 204, "asking closes nothing"
    begun.submit()
    assert "1 student is still writing" in owner.page("/close")
    clock.go(minutes=5)
    assert owner.post("/close", hand_in="yes") == 303
    assert "Submitted on <time" in writing.page() and "12:05 UTC" in writing.page() and "You divided" in writing.page()
    assert "12:00 UTC" in done.page(), "who submitted before keeps the time"
    assert "<dt>submitted</dt><dd>3</dd>" in owner.page()
    reopening = owner.page("/reopen")
    assert "stays submitted (3 of 3 students)" in reopening and "hides the marks again" in reopening
    assert "closed" in re.findall(r'id="badge"[^>]*>([^<]+)<', owner.page())


@pytest.mark.parametrize(("mode", "marks"), [("once", None), ("practice", "see the marks of all their answers")])
def test_closing_says_what_students_see(school: Flask, clock: Clock, mode: str, marks: str | None) -> None:
    owner = publish(school, mode=mode)
    schedule(owner)
    Student(school, owner.students).save(ap_score="0.580")
    page = owner.page("/close")
    assert "Closing shows the marks" not in page and (marks is None or marks in page)
    assert ("1 student is still writing" in page) is (mode == "once")
    clock.go(days=1)
    owner.post("/close")
    assert "The deadline has passed" in owner.page("/reopen") and "hides the marks" not in owner.page("/reopen")
    assert SHEET.title in owner.page("/reopen")
