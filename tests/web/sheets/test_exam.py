"""An exam for thousands: whom a save counts for, a staggered start at each door, and pages for 10,000 students."""

from __future__ import annotations

import csv
import html
import io
import re
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import stream_encode_multipart

from ireval.messages import Message, say
from tests.classroom import Owner, Student, closed, made, publish
from tests.sentences import sentence
from tests.web.store.conftest import Clock
from web.sheets.owner.pasted_names import read_names
from web.store import Sheet, store
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

MINUTE = timedelta(minutes=1)
MANY = 10_000


@pytest.fixture
def clock(school: Flask) -> Clock:
    """The clock of the school's store."""
    clock = Clock()
    found = school.extensions.setdefault("store", Store(school.config["DATABASE_URL"], clock))
    found._clock = clock
    found.rosters._clock = clock
    return clock


def owned(owner: Owner) -> Sheet:
    with owner.client.application.app_context():
        found = store().by_owner(owner.own.rsplit("/", 1)[1])
    assert found
    return found


def stagger(owner: Owner, minutes: str = "30", **more: str) -> int:
    return owner.post("/times", **({"opens": "2026-11-01T13:00", "spread": "20", "minutes": minutes} | more))


@pytest.mark.parametrize("mode", ["once", "exam"])
def test_a_sheet_opens_at_the_own_minute_at_every_door(school: Flask, clock: Clock, mode: str) -> None:
    owner = publish(school, mode=mode)
    student = Student(school, owner.students, owner.enter("Ada", "Bob")[0])
    assert stagger(owner) == 303
    own = owned(owner).of(student.key)
    assert own.opens and own.deadline == own.opens + 30 * MINUTE
    opens, deadline = (f"1 November 2026, {time:%H:%M} UTC" for time in (own.opens, own.deadline))
    door = student.client.get(owner.students)
    assert "between" in door.text and "20 minutes later" in door.text and 'name="key"' in door.text
    typed = student.client.get(f"{owner.students}?key={student.key}", follow_redirects=True)
    for page in (typed.text, student.page()):
        left = round((own.opens - clock.now) / timedelta(milliseconds=1))
        assert "Your sheet opens on <time" in page and opens in page and f'data-left="{left}"' in page
        assert deadline in page and "ap.score" not in page and f'href="{student.address}"' in page
    for moment, status in ((own.opens - MINUTE / 60, 409), (own.opens, 204)):
        clock.now = moment
        assert student.save(ap_score="0.580") == status
        assert ("ap.score" in student.page()) is (status == 204)
    assert f'data-left="{30 * 60_000}"' in student.page() and deadline in student.page()
    clock.now = own.deadline - MINUTE
    assert student.save(ap_score="0.29") == 204
    clock.now = own.deadline
    assert student.save(ap_score="0.3") == 409 and "Submitted at the deadline" in student.page()
    (row,) = [row for row in csv.DictReader(io.StringIO(owner.page("/points.csv"))) if row["key"] == student.key]
    assert row["submitted"] == own.deadline.isoformat() and row["late"] == ""
    (row,) = [row for row in owner.roster() if row["key"] == student.key]
    assert (row["opens"], row["deadline"]) == (own.opens.isoformat(), own.deadline.isoformat())
    assert row["submitted"] == own.deadline.isoformat()
    assert f"{deadline}" in owner.page(f"/students/{student.key}")


def test_late_is_who_is_later_than_the_own_deadline(school: Flask, clock: Clock) -> None:
    owner = publish(school)
    class_ = [Student(school, owner.students, key) for key in owner.enter("Ada", "Bob", "Eve", "Fay")]
    stagger(owner, late="accepted")
    sheet = owned(owner)
    first, *_, last = sorted(class_, key=lambda student: str(sheet.of(student.key).opens))
    ends = [sheet.of(student.key).deadline for student in (first, last)]
    assert ends[0] and ends[1] and ends[0] < ends[1]
    clock.now = ends[1] - MINUTE / 60
    for student in (first, last):
        assert student.save_all({"ap.score": "0.29"}) == 204
    late = {row["key"]: row["late"] for row in csv.DictReader(io.StringIO(owner.page("/points.csv")))}
    assert (late[first.key], late[last.key]) == ("yes", "")
    assert "Your answers are late" in first.page() and "Your answers are late" not in last.page()


def test_the_owner_sees_changes_and_undoes_a_staggered_start(school: Flask, clock: Clock) -> None:
    owner = publish(school)
    student = Student(school, owner.students, owner.enter("Ada")[0])
    ada = student.key
    assert stagger(owner, spread="x") == 400 and stagger(owner, spread="241") == 400 and stagger(owner, "-1") == 400
    assert stagger(owner, opens="") == 400 and stagger(owner, deadline="2026-11-02T12:00") == 400
    assert "staggered over" not in owner.page()
    assert stagger(owner) == 303
    form = owner.page("/times")
    assert 'name="spread" value="20"' in form and 'name="minutes" value="30"' in form
    assert re.search(r'name="deadline" value=""', form), "it follows from the minutes"
    opens = owned(owner).of(ada).opens
    for path in ("/roster", f"/roster/{ada}"):
        assert f"1 Nov, {opens:%H:%M}" in owner.page(path)
    assert "staggered over <strong>20 minutes" in owner.page() and "Last deadline" in owner.page()
    assert stagger(owner, "", spread="0") == 303 and "staggered" not in owner.page() + owner.page("/roster")
    assert stagger(owner) == 303
    clock.go(hours=2)
    assert stagger(owner, late="accepted") == 303 and student.save(ap_score="0.29") == 204
    answer = owner.client.post(f"{owner.own}/times", data={"csrf_token": owner.token, "spread": "0", "opens": ""})
    assert answer.status_code == 409 and sentence("students-have-started") in html.unescape(answer.text)


@pytest.mark.usefixtures("clock")
def test_practice_has_no_staggered_start_but_a_number_of_students(school: Flask) -> None:
    owner = publish(school, mode="practice")
    assert stagger(owner, "") == 303 and owned(owner).spread == 0 and 'name="spread"' not in owner.page("/times")
    assert owner.post("/times") == 303
    assert owner.post("/most", most="1") == 303 and 'name="most" value="1"' in owner.page()
    assert owner.post("/most", most="0") == 400 and owner.post("/most", most="2001") == 400
    assert Student(school, owner.students).save(ap_score="0.29") == 204
    assert Student(school, owner.students).save(ap_score="0.29") == 400
    assert owner.post("/most", most="") == 303 and owned(owner).most is None
    assert publish(school).post("/most", most="1") == 404


@pytest.mark.usefixtures("clock")
def test_a_slip_has_the_own_minute_in_the_owners_time_zone(school: Flask) -> None:
    pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")
    owner = publish(school)
    ada = owner.enter("Ada")[0]
    stagger(owner)
    own = owned(owner).of(ada)
    assert own.opens
    opens = own.opens + timedelta(hours=1)
    answer = owner.client.get(f"{owner.own}/slips?zone=Europe/Vienna")
    text = pdfium.PdfDocument(io.BytesIO(answer.data))[0].get_textpage().get_text_range()
    assert f"Opens 1 November 2026, {opens:%H:%M} (Europe/ Vienna)" in " ".join(text.split())
    assert owner.client.get(f"{owner.own}/slips?zone=../etc").status_code == 400


@pytest.fixture
def campus(tmp_path: Path) -> Flask:
    """An app that accepts few changes of an address, and few of a student."""
    return made(tmp_path, RATE_CHANGES="5/minute", RATE_STUDENT="4/minute", RATE_KEYS="1/hour")


def test_students_of_a_roster_count_by_their_key_whatever_others_at_their_address_send(campus: Flask) -> None:
    owner = publish(campus)
    with campus.app_context():
        sheet = owned(owner)
        store().rosters.enter(
            sheet, [f"S{n}" for n in range(9)], iter([f"K7M2P{c}" for c in "ABCDEFGHJ"]).__next__, after=0
        )
        keys = [seat.key for seat in store().rosters.seats(sheet)]
    students = [Student(campus, owner.students, key) for key in keys]
    stranger = students[0].client
    headers = {"X-CSRFToken": students[0].token}
    statuses = [
        stranger.post(f"{owner.students}/K7M2PX/answers", data={"ap.score": "1"}, headers=headers).status_code
        for _ in range(7)
    ]
    assert statuses == [404] * 5 + [429] * 2, "unknown keys count for the address"
    for student in students:
        assert student.save(ap_score="0.29") == 204, "27 changes of nine students, where an address has 5"
        assert student.save(ap_score="0.3") == 204
        student.submit()
    assert [students[1].save(ap_score="0.4") for _ in range(2)] == [429, 429], "four of one student"
    assert students[2].client.get(f"{students[2].address}/elsewhere").status_code in (200, 204)
    closed(campus)


def test_practice_still_counts_by_address(campus: Flask) -> None:
    owner = publish(campus, mode="practice")
    student = Student(campus, owner.students)
    assert [student.save(ap_score=f"0.{n}") for n in range(1, 8)] == [204] * 5 + [429] * 2
    closed(campus)


def test_a_sheet_has_as_many_students_as_the_server_allows(tmp_path: Path) -> None:
    app = made(tmp_path, SHEET_STUDENTS="3")
    owner = publish(app)
    owner.enter("Ada", "Bob", "Cleo")
    form = {"csrf_token": owner.token, "names": "Eve", "after": "3"}
    answer = owner.client.post(f"{owner.own}/roster", data=form)
    assert answer.status_code == 400 and say(Message("too-many-students", most=3)) in answer.text
    assert "At most 3 seats" in answer.text
    closed(app)


def test_the_roster_of_ten_thousand_is_pasted_searched_and_listed_in_pages(tmp_path: Path) -> None:
    """Protects an exam for 10,000 from a page or a form that is too large; takes some seconds."""
    app = made(tmp_path, SHEET_STUDENTS=str(MANY))
    owner = publish(app)
    names = [f"Müller-Lüdenscheidt, Hans-Peter {n:05}" for n in range(MANY)]
    lines = "\n".join(f"{name}\t{n}\tstudent.{n}@example.org" for n, name in enumerate(names)).encode()
    assert 600_000 < len(lines) < 2**20
    form = {"csrf_token": owner.token, "after": "0", "names": "", "list": FileStorage(io.BytesIO(lines), "class.txt")}
    body, length, boundary = stream_encode_multipart(form, use_tempfile=False)
    kind = f"multipart/form-data; boundary={boundary}"
    assert length < 2**20
    assert owner.client.post(f"{owner.own}/roster", data=body, content_type=kind).status_code == 303
    rows = owner.roster()
    assert [row["name"] for row in rows] == names and len({row["key"] for row in rows}) == MANY
    page = owner.page("/roster")
    assert len(page) < 200_000 and page.count("<tr") == 101 and "<dd>10000</dd>" in page
    assert f"<option>{MANY - 999}</option>" in page, "slips in parts"
    found = owner.page(f"/roster?find={rows[7777]['key'].lower()}")
    assert found.count("<tr") == 2 and names[7777] in found and "<td>7778</td>" in found
    assert names[-1] in owner.page("/roster?page=100") and names[-1] in owner.page("/roster?page=999999")
    assert "No seat has" in owner.page("/roster?find=%3Cb%3E") and "<b>" not in owner.page("/roster?find=%3Cb%3E")
    owner.page("/links")
    closed(app)


def test_names_of_a_file_are_read_in_whatever_encoding_a_spreadsheet_writes(school: Flask) -> None:
    owner = publish(school)
    for number, encoding in enumerate(["utf-8", "utf-8-sig", "cp1252", "utf-16"]):
        sent = io.BytesIO(f"Zoë {number}\r\n".encode(encoding))
        form = {"csrf_token": owner.token, "after": str(number), "names": "ignored", "list": (sent, "x.csv")}
        answer = owner.client.post(f"{owner.own}/roster", data=form, content_type="multipart/form-data")
        assert answer.status_code == 303
    assert [row["name"] for row in owner.roster()] == [f"Zoë {number}" for number in range(4)]


def test_ten_thousand_names_are_read_line_by_line() -> None:
    names = [f"Student {n}" for n in range(MANY)]
    assert read_names("\n".join(names), MANY) == names


def test_the_results_are_searched(school: Flask) -> None:
    owner = publish(school)
    keys = owner.enter("Ada", "Bob", *(f"Student {n}" for n in range(20)))
    for key in keys[:2]:
        Student(school, owner.students, key).save(ap_score="0.29")
    page = owner.page("?find=ADA")
    assert ">Ada</a>" in page and ">Bob</a>" not in page and "<dt>students</dt><dd>2</dd>" in page
    assert ">Bob</a>" in owner.page(f"?find={keys[1]}") and "No student has" in owner.page("?find=nobody")
