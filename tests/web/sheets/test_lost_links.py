"""A lost owner's link: a recovery code that is shown once, and the command of whoever runs the server."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from tests import classroom
from tests.classroom import Owner, Student, field, path, token
from tests.sentences import sentence
from web.store import store

pytestmark = pytest.mark.slow


def published(app: Flask) -> tuple[Owner, str]:
    """A new sheet, and the code that its page shows after publishing."""
    client = app.test_client()
    secret = token(client.get("/sheets/new?seed=1").text)
    form = {"csrf_token": secret, "sheet": classroom.SHEET.to_json().decode(), "mode": "once"}
    page = client.post("/sheets/publish", data=form, follow_redirects=True).text
    owner = Owner(client, secret, path(field(page, "student-link")), path(field(page, "owner-link")))
    app.extensions.setdefault("owners", {})[owner.students] = owner
    return owner, field(page, "code")


def recover(owner: Owner, code: str) -> str:
    form = {"csrf_token": owner.token, "code": code}
    answer = owner.client.post("/sheets/recover", data=form, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def test_the_code_is_shown_once_and_gives_a_new_link_and_a_new_code(school: Flask) -> None:
    owner, code = published(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.58")
    assert code not in owner.page("/links") + owner.page()
    page = recover(owner, f"  {code.lower().replace('-', '')}")
    new = Owner(owner.client, owner.token, path(field(page, "student-link")), path(field(page, "owner-link")))
    assert new.students == owner.students and new.own != owner.own and student.key in new.page()
    assert owner.client.get(owner.own).status_code == 404
    assert student.save(ap_score="0.29") == 204
    later = field(page, "code")
    assert later != code and later not in new.page("/links")
    form = {"csrf_token": owner.token, "code": code}
    answer = owner.client.post("/sheets/recover", data=form)
    assert answer.status_code == 400 and sentence("unknown-recovery-code") in html.unescape(answer.text)
    assert field(answer.text, "code") == code, "what was typed is kept"
    drawing = new.client.get(f"{new.students}/link.svg")
    assert drawing.status_code == 200


def test_a_new_code_can_be_made_in_place_of_the_old_one(school: Flask) -> None:
    owner, code = published(school)
    form = {"csrf_token": owner.token}
    page = owner.client.post(f"{owner.own}/recovery", data=form, follow_redirects=True).text
    newer = field(page, "code")
    answer = owner.client.post("/sheets/recover", data={**form, "code": code})
    assert answer.status_code == 400
    assert field(recover(owner, newer), "student-link").endswith(owner.students)


def test_a_copy_has_a_code_of_its_own(school: Flask) -> None:
    owner, code = published(school)
    page = owner.client.post(f"{owner.own}/copy", data={"csrf_token": owner.token}, follow_redirects=True).text
    assert field(page, "code") != code


def test_an_unknown_owners_link_leads_to_the_form_for_the_code(school: Flask) -> None:
    answer = school.test_client().get("/o/nowhere-at-all-nowhere")
    assert answer.status_code == 404 and 'href="/sheets/recover"' in answer.text
    form = school.test_client().get("/sheets/recover").text
    assert 'name="code"' in form and school.test_client().post("/sheets/recover").status_code == 400  # forged


def test_codes_are_not_tried_without_limit(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = classroom.made(tmp_path_factory.mktemp("codes"), RATE_SHEETS="3/hour")
    client = app.test_client()
    form = {"csrf_token": token(client.get("/sheets/recover").text), "code": "A" * 25}
    assert [client.post("/sheets/recover", data=form).status_code for _ in range(4)] == [400, 400, 400, 429]
    classroom.closed(app)


def test_after_the_servers_operator_replaced_a_link_the_students_link_is_asked_for_once(school: Flask) -> None:
    owner, _ = published(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.58")
    shown = re.search(r'class="id">(\w+)<', owner.page())
    assert shown, "the sheet's id is on the owner's page"
    with school.app_context():
        own = f"/o/{store().owner_links.replace(shown[1])}"
    assert owner.client.get(owner.own).status_code == 404
    new = Owner(owner.client, owner.token, owner.students, own)
    assert student.key in new.page(), "the results do not need the students' link"
    for page in ("/links", "/file/pdf?variants=1"):
        assert owner.client.get(own + page).headers["Location"] == f"{own}/students-link"
    assert new.post("/recovery") == 303
    form = {"csrf_token": owner.token, "link": "http://localhost/s/AAAAAAAAAAAAAAAAAAAAAA"}
    answer = owner.client.post(f"{own}/students-link", data=form)
    assert answer.status_code == 400 and sentence("students-link-does-not-fit") in answer.text
    form["link"] = f"http://localhost{student.address}"
    page = owner.client.post(f"{own}/students-link", data=form, follow_redirects=True).text
    assert path(field(page, "student-link")) == owner.students and path(field(page, "owner-link")) != own
    assert owner.client.get(own).status_code == 404 and student.save(ap_score="0.29") == 204


def test_a_new_students_link_replaces_one_that_nobody_has(school: Flask) -> None:
    owner, _ = published(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.58")
    with school.app_context():
        sheet = store().by_owner(owner.own.removeprefix("/o/"))
        assert sheet
        own = f"/o/{store().owner_links.replace(sheet.id)}"
    form = {"csrf_token": owner.token, "new": "yes"}
    page = owner.client.post(f"{own}/students-link", data=form, follow_redirects=True).text
    students = path(field(page, "student-link"))
    assert students != owner.students and student.client.get(owner.students).status_code == 404
    assert 'value="0.58"' in student.client.get(f"{students}/{student.key}").text
