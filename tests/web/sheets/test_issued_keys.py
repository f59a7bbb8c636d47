"""Where everybody can practise, keys are given out by the server, in limits; invented ones open and store nothing."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from ireval.exercises import new_key, variant_keys
from ireval.exercises.generator.issued_keys import grouped_key, new_issued_key
from ireval.messages import Message, say
from tests import classroom
from tests.classroom import SHEET, Owner, Student, path, publish
from web.coursework.stored_sheets import is_given_out
from web.store import Sheet as Stored
from web.store import store, student_token

pytestmark = pytest.mark.slow

TABLES = ("students", "answers", "visits", "practice")
OTHER = "0" * 32  # another sheet's secret


@pytest.fixture(scope="module")
def owner(school: Flask) -> Owner:
    return publish(school, mode="practice")


def stored(owner: Owner) -> Stored:
    with owner.client.application.app_context():
        sheet = store().by_owner(owner.own.rsplit("/", 1)[1])
    assert sheet
    return sheet


def rows(school: Flask, table: str) -> int:
    """How many rows a table of the database has."""
    with closing(sqlite3.connect(school.config["DATABASE_URL"].removeprefix("sqlite:///"))) as connection:
        found: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - our own names
    return found


def test_a_key_is_given_out_and_read_as_it_is_typed(school: Flask, owner: Owner) -> None:
    student = Student(school, owner.students)
    shown = grouped_key(student.key)
    assert re.fullmatch(r"\w{5}-\w{5}-\w{5}", shown) and f"<strong>{shown}</strong>" in student.page()
    typed = student.client.get(owner.students, query_string={"key": f" {shown.lower()} "})
    assert (typed.status_code, typed.headers["Location"]) == (303, student.address)
    assert rows(school, "students") == rows(school, "visits") == 0, "opening a key stores nothing"
    student.save(ap_score="0.29")
    assert rows(school, "students") == 1
    assert shown in owner.page() and shown in owner.page(f"/students/{student.key}")


def test_2000_invented_keys_open_nothing_and_store_nothing(school: Flask) -> None:
    owner = publish(school, mode="practice")
    student = Student(school, owner.students)
    before = [rows(school, table) for table in TABLES]
    invented = [
        key for _ in range(500) for key in (new_key(), new_key()[:6], new_issued_key(OTHER), (new_key() * 2)[:15])
    ]
    sheet = stored(owner)
    assert len(set(invented)) == 2000 and not any(is_given_out(sheet, key) for key in invented)
    headers, statuses = {"X-CSRFToken": student.token}, set()
    for key in invented[:120]:
        answer = student.client.post(f"{owner.students}/{key}/answers", data={"ap.score": "1"}, headers=headers)
        statuses.add(answer.status_code)
    assert statuses == {404}
    assert [rows(school, table) for table in TABLES] == before
    assert student.save(ap_score="0.29") == 204, "the class is not locked out"


def test_an_invented_key_gets_a_page_that_says_what_to_do(school: Flask, owner: Owner) -> None:
    client = school.test_client()
    wrong = new_key()
    for suffix in ("", "/submit"):
        answer = client.get(f"{owner.students}/{wrong}{suffix}")
        assert answer.status_code == 404 and say(Message("key-not-issued")) in answer.text
    page = client.get(f"{owner.students}/{wrong}").text
    assert f'value="{wrong}"' in page and f'href="{owner.students}/new"' in page
    token = Student(school, owner.students)
    form = {"csrf_token": token.token, "check": "ap", "ap.score": "1"}
    for suffix in ("", "/submit"):
        assert token.client.post(f"{owner.students}/{wrong}{suffix}", data=form).status_code == 404
    assert client.get(f"{owner.students}/{wrong}/elsewhere").status_code == 204
    owner.post("/close")
    closed = client.get(f"{owner.students}/{wrong}")
    assert closed.status_code == 404 and say(Message("key-not-issued")) in closed.text and "new key" not in closed.text
    owner.post("/reopen")


def test_a_key_opens_its_sheet_alone_and_no_copy(school: Flask) -> None:
    owner = publish(school, mode="practice")
    student = Student(school, owner.students)
    copied = owner.client.post(f"{owner.own}/copy", data={"csrf_token": owner.token}, follow_redirects=True).text
    copy = path(classroom.field(copied, "student-link"))
    assert student.client.get(f"{copy}/{student.key}").status_code == 404
    with school.app_context():
        own = store().owner_links.new_students_link(owner.own.rsplit("/", 1)[1])
    assert student.client.get(student.address).status_code == 404, "the old link"
    assert student.client.get(f"/s/{student_token(own)}/{student.key}").status_code == 200, "a new link of this sheet"


def test_keys_from_before_go_on_working(school: Flask) -> None:
    """Students who began with an invented key keep it; so do worksheets that were printed from the seed."""
    owner = publish(school, mode="practice")
    old, body = new_key()[:6], replace(SHEET, seed=7, policy="practice").to_json().decode()
    sheet = stored(owner)
    with school.app_context():
        store().save(sheet, old, "ap", "score", "0.29")
    student = Student(school, owner.students, old)
    assert 'value="0.29"' in student.page() and student.save(ap_score="0.3") == 204

    database = school.config["DATABASE_URL"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE sheets SET body = ? WHERE id = ?", (body, sheet.id))
    with school.app_context():
        store().remembered.cache_clear()  # no sheet that was published changes; this one is made an old one
    printed = variant_keys(owner.sheet, 60)
    assert not owner.sheet.secret
    assert Student(school, owner.students, printed[59]).save(ap_score="1") == 204
    assert school.test_client().get(f"{owner.students}/{variant_keys(owner.sheet, 61)[60]}").status_code == 404


def test_new_keys_are_limited_by_address_and_by_browser(tmp_path: Path) -> None:
    app = classroom.made(tmp_path, RATE_KEYS="70/hour")
    owner = publish(app, mode="practice")
    new, elsewhere = f"{owner.students}/new", {"REMOTE_ADDR": "192.0.2.7"}
    browser = app.test_client()
    statuses = [browser.get(new).status_code for _ in range(62)]
    assert statuses == [303] * 61 + [429], "the first one gave it its cookie"
    fresh = app.test_client()
    others = [app.test_client().get(new).status_code for _ in range(9)]
    assert others == [303] * 8 + [429], "all browsers of an address together"
    refused = fresh.get(new)
    seconds = int(refused.headers["Retry-After"])
    assert 0 < seconds <= 3600 and refused.status_code == 429
    minutes = Message("minutes-to-wait", count=-(-seconds // 60))
    assert say(Message("too-many-keys", wait=minutes)) in unescape(refused.text)
    assert '<input id="key" name="key"' in refused.text, "a key that somebody has goes on working"
    given = app.test_client().get(new, environ_overrides=elsewhere)
    assert given.status_code == 303
    assert fresh.get(owner.students).status_code == 200 == fresh.get(given.headers["Location"]).status_code
    classroom.closed(app)


def test_keys_that_were_collected_cannot_all_begin_at_once(tmp_path: Path) -> None:
    app = classroom.made(tmp_path, RATE_KEYS="3/hour")
    owner = publish(app, mode="practice")
    students = [Student(app, owner.students, new_issued_key(stored(owner).secret)) for _ in range(4)]
    assert students[3].save(ap_score="") == 204, "an answer that is not given begins nothing"
    assert [student.save(ap_score="0.29") for student in students] == [204, 204, 204, 429]
    headers, form = {"X-CSRFToken": students[3].token}, {"ap.score": "0.29"}
    refused = students[3].client.post(f"{students[3].address}/answers", data=form, headers=headers)
    minutes = Message("minutes-to-wait", count=-(-int(refused.headers["Retry-After"]) // 60))
    assert refused.json and refused.json["error"]["message"] == say(Message("too-many-first-answers", wait=minutes))
    assert students[0].save(ap_score="0.3") == 204, "who has begun goes on"
    assert rows(app, "students") == 3
    classroom.closed(app)
