"""The student's pages: a key, answers that are kept, marks when they are due, and everything that is refused."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from flask import Flask

from ireval.exercises import Exercise, variant
from ireval.messages import Message, say
from tests import classroom
from tests.classroom import LECTURE, SHEET, Owner, Student, controls, publish
from tests.sentences import sentence

pytestmark = pytest.mark.slow

EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def once(school: Flask) -> Owner:
    return publish(school)


@pytest.fixture(scope="module")
def practice(school: Flask) -> Owner:
    return publish(school, mode="practice")


def test_every_student_gets_a_key_and_the_questions_that_belong_to_it(school: Flask, once: Owner) -> None:
    one, other = Student(school, once.students), Student(school, once.students)
    assert one.key != other.key
    for student in (one, other):
        question = variant(once.sheet, student.key).questions[1]
        documents = [cell.text for row in question.grid.rows for cell in row[:2]] if question.grid else []
        text = student.page()
        assert documents and all(f">{name}<" in text for name in documents)
        assert f"<strong>{student.key}</strong>" in text
    same = re.compile(r' data-since="[^"]+"')
    assert same.sub("", one.page()) == same.sub("", one.page())


def test_a_key_is_read_as_people_type_it(school: Flask, practice: Owner) -> None:
    client = school.test_client()
    key = Student(school, practice.students).key
    for typed in (f"?key={key[:4]}-{key[4:9].lower()}%20{key[9:]}", f"/{key.lower()}"):
        answer = client.get(practice.students + typed)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{practice.students}/{key}")
    answer = client.get(f"{practice.students}?key={EVIL}")
    assert answer.status_code == 400 and html.escape(EVIL) in answer.text and EVIL not in answer.text
    too_long = Message("key-too-long", count=len("<SCRIPT>ALERT(1)</SCRIPT>"), most=16)
    assert say(too_long) in answer.text


def test_what_is_saved_is_there_again_elsewhere(school: Flask, once: Owner) -> None:
    student = Student(school, once.students)
    assert student.save(ap_score="0,58") == 204
    assert student.save(ap_score="0,29", fit_measure="") == 204
    elsewhere = school.test_client().get(student.address).text
    assert dict(controls(elsewhere))["ap.score"] == "0,29"
    assert student.save(ap_score=" ") == 204
    assert dict(controls(student.page()))["ap.score"] == ""


def test_hostile_answers_are_text(school: Flask, practice: Owner) -> None:
    student = Student(school, practice.students)
    evil = f"\"'{EVIL}"
    assert student.save(ap_score=evil) == 200  # with a remark
    for button in ("check", "hint", "step", "solution"):
        student.post(**{button: "ap"})
    page = student.page()
    assert EVIL not in page and html.unescape(dict(controls(page))["ap.score"]) == evil
    assert EVIL not in practice.page(f"/students/{student.key}") and EVIL not in practice.page()


def test_answers_that_are_no_parts_of_the_sheet_are_not_kept(school: Flask, once: Owner) -> None:
    student = Student(school, once.students)
    assert student.save_all({"ap.other": "1", "zz.score": "1", "ap": "1"}) == 204
    assert f">{student.key}<" not in once.page()


def test_too_long_an_answer_is_refused_by_the_name_of_its_field_and_the_others_are_kept(
    school: Flask, once: Owner
) -> None:
    student = Student(school, once.students)
    headers = {"X-CSRFToken": student.token}
    form = {"ap.score": "0.29", "fit.measure": "x" * 3000}
    answer = student.client.post(f"{student.address}/answers", data=form, headers=headers)
    assert answer.status_code == 400
    assert answer.json and answer.json["error"]["field"] == "fit.measure"
    assert "2,000" in answer.json["error"]["message"]
    assert dict(controls(student.page()))["ap.score"] == "0.29"


def test_other_numbers_to_practise_with(school: Flask, practice: Owner, once: Owner) -> None:
    link = f'href="{practice.students}/new"'
    assert link in Student(school, practice.students).page()
    assert f"{once.students}/new" not in Student(school, once.students).page()
    same = publish(school, replace(SHEET, exercises=SHEET.exercises[:1]), mode="practice")
    assert f"{same.students}/new" not in Student(school, same.students).page(), "every key has the same list"


def test_once_shows_no_marks_before_and_takes_no_change_after_submitting(school: Flask, once: Owner) -> None:
    student = Student(school, once.students)
    student.post(check="ap", **{"ap.score": "0.58"})
    page = student.page("?checked=ap")
    assert "You divided" not in page and 'name="check"' not in page
    where = student.post(submit="yes", **{"ap.score": "0.290", "fit.measure": ""})
    asking = student.client.get(where).text
    gaps = sum(len(question.parts) for question in variant(once.sheet, student.key).questions)
    assert f"filled in 1 of {gaps} answers" in asking and f"{gaps - 1} answers are still empty" in asking
    assert student.save(ap_score="0.29") == 204  # nothing has been submitted by asking
    student.post("/submit")
    page = student.page()
    assert sentence("correct", number="0.29") in page and f"2 of {SHEET.points} points" in page
    assert dict(controls(page))["ap.score"] == "0.29" and "<button" not in page.partition("<main")[2]
    headers = {"X-CSRFToken": student.token}
    answer = student.client.post(f"{student.address}/answers", data={"ap.score": "1"}, headers=headers)
    assert answer.status_code == 409 and answer.json and "submitted" in answer.json["error"]["message"]
    form = {"csrf_token": student.token, "ap.score": "1"}
    assert student.client.post(student.address, data=form).status_code == 409
    assert dict(controls(student.page()))["ap.score"] == "0.29"


def test_different_numbers_are_promised_only_if_variants_differ(school: Flask) -> None:
    """Variants differ on a fixed list if each has a different wrong cell."""
    same = replace(SHEET, exercises=(SHEET.exercises[0], SHEET.exercises[3]))
    cell = replace(SHEET, exercises=(Exercise("cell", "wrong-cell", "AP", 1, LECTURE),))
    for sheet, own in ((SHEET, True), (same, False), (cell, True)):
        owner = publish(school, sheet)
        links = owner.page("/links")
        different, same_numbers = "Each student gets different numbers." in links, "have the same numbers" in links
        assert (different, same_numbers) == (own, not own)
        door = school.test_client().get(publish(school, sheet, mode="practice").students).text
        assert ("You get different numbers from other students" in door) is own


def test_marks_may_wait_until_the_sheet_is_closed(school: Flask) -> None:
    """Otherwise students who have submitted could pass on the answers if all lists are the same."""
    owner = publish(school, mode="exam")
    assert "sees the marks when you close the sheet." in owner.page("/links")
    student, late = Student(school, owner.students), Student(school, owner.students)
    when = "ou see your marks when the sheet is closed."
    assert when in student.page() and when in student.client.get(owner.students).text
    student.save(ap_score="0.580")
    late.save(ap_score="0.58")
    assert when in student.client.get(student.post(submit="yes")).text
    student.submit()
    for query in ("", "?checked=ap"):
        page = student.page(query)
        assert "You can no longer change your answers" in page and "when the sheet is closed" in page
        assert not any(
            secret in page for secret in ("You divided", "0.290", " of 2 points", f" of {SHEET.points} points")
        )
    assert (
        dict(controls(student.page()))["ap.score"] == "0.580" and "<button" not in student.page().partition("<main")[2]
    )
    assert student.save(ap_score="0.29") == 409
    assert "You divided" not in late.page() and "when you close the sheet" in owner.page()
    assert "You divided" in owner.page(f"/students/{student.key}")
    owner.post("/close")
    assert "You divided" in student.page() and f"1 of {SHEET.points} points" in student.page()
    assert "You divided" not in late.page() and "when you close the sheet" not in owner.page()
    owner.post("/reopen")
    assert "You divided" not in student.page()


def test_a_closed_sheet_shows_answers_and_takes_none(school: Flask) -> None:
    owner = publish(school)
    begun, submitted = Student(school, owner.students), Student(school, owner.students)
    new = Student(school, owner.students)
    begun.save(ap_score="0.58")
    submitted.save(ap_score="0.58")
    submitted.submit()
    assert owner.post("/close") == 303
    assert begun.save(ap_score="0.29") == 409 and new.save(ap_score="0.29") == 409
    assert "you have not submitted" in begun.page() and "You divided" not in begun.page()
    assert "You divided" in submitted.page()
    assert new.client.get(new.address).status_code == 303
    door = new.client.get(owner.students)
    assert door.status_code == 410 and "This sheet is closed" in door.text and f"{owner.students}/new" not in door.text
    assert owner.post("/reopen") == 303
    assert begun.save(ap_score="0.29") == 204 and submitted.save(ap_score="0.29") == 409


@pytest.mark.parametrize("address", ["/s/nowhere", "/s/nowhere/K7M2PX", "/s/nowhere/new", "/s/nowhere/link.svg"])
def test_an_unknown_link_explains_what_may_have_happened(school: Flask, address: str) -> None:
    answer = school.test_client().get(address)
    assert answer.status_code == 404
    assert "mistyped" in answer.text and "expired" in answer.text


def test_forged_requests_change_nothing(school: Flask, once: Owner) -> None:
    student = Student(school, once.students)
    student.save(ap_score="0.29")
    for post in (student.client.post, school.test_client().post):
        assert post(f"{student.address}/answers", data={"ap.score": "1"}).status_code == 400
        assert post(student.address, data={"ap.score": "1", "csrf_token": "x"}).status_code == 400
        assert post(f"{student.address}/submit").status_code == 400
    form = {"ap.score": "1", "csrf_token": student.token}  # another visitor's
    assert school.test_client().post(student.address, data=form).status_code == 400
    assert dict(controls(student.page()))["ap.score"] == "0.29"


def test_too_many_changes_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = classroom.made(tmp_path_factory.mktemp("rates"), RATE_CHANGES="3/hour")
    student = Student(app, publish(app, mode="practice").students)
    assert [student.save(ap_score=f"0.{number}") for number in range(5)] == [204, 204, 204, 429, 429]
    assert dict(controls(student.page()))["ap.score"] == "0.2"
    classroom.closed(app)
