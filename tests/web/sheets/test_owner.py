"""The owner's pages: results by cause, the file of answers, and what an owner alone can do."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask

from ireval.messages import Message, say
from ireval.messages.catalogue import ADVICE
from tests import classroom
from tests.classroom import SHEET, Owner, Student, field, path, publish
from tests.known_causes import CLASS_DIVIDED_BY_FOUND, DIVIDED_BY_FOUND
from tests.sentences import sentence
from web.store import store

FOUND = CLASS_DIVIDED_BY_FOUND
NOT_DIVIDED = "added up the precisions and did not divide"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("owner"))
    yield app
    classroom.closed(app)


def tallies(page: str, exercise: str) -> dict[str, str]:
    """What is counted of an exercise: words, and before them the count."""
    section = page.split(f'id="of-{exercise}"')[1].split("</section>", maxsplit=1)[0]
    found = re.findall(r'class="count">([^<]+)</span> <span class="words">([^<]+)<', section)
    return {html.unescape(words): count for count, words in found}


def rows(owner: Owner) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(owner.page("/answers.csv").removeprefix("\ufeff"))))


def test_without_answers_the_page_says_what_it_will_show(school: Flask) -> None:
    owner = publish(school)
    Student(school, owner.students)  # looks at the sheet without answering
    page = owner.page()
    assert "No answers yet" in page and "<dd>0</dd>" in page
    assert rows(owner) == []


def test_a_class_is_counted_by_what_led_to_its_answers(school: Flask) -> None:
    owner = publish(school, mode="practice")
    for answers in ["0.290"] * 3 + ["0,58"] * 4 + ["2.9"] + ["0.777"] * 2 + ["I do not know"]:
        Student(school, owner.students).save(ap_score=answers)
    Student(school, owner.students).save(fit_measure="RR")
    page = owner.page()
    assert tallies(page, "ap") == {
        FOUND: "4 of 12",
        NOT_DIVIDED: "1 of 12",
        sentence("outcome-wrong"): "2 of 12",
        sentence("outcome-unreadable"): "1 of 12",
        sentence("outcome-blank"): "1 of 12",
    }
    assert say(Message("all-correct", count=3, total=12)) in page
    points = (3 * 2 + 5 * 1) / 12
    assert say(Message("points-on-average", points=round(points, 2), most=2)) in page


def test_a_student_counts_once_however_often_it_happened(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.29")
    counts = tallies(owner.page(), "table")
    assert counts == {sentence("outcome-blank"): "1 of 1"}


def test_only_those_who_have_submitted(school: Flask) -> None:
    owner = publish(school)
    for answer, submits in (("0.58", True), ("2.9", False)):
        student = Student(school, owner.students)
        student.save(ap_score=answer)
        if submits:
            student.submit()
    assert set(tallies(owner.page(), "ap")) == {FOUND, NOT_DIVIDED}
    assert tallies(owner.page("?whose=submitted"), "ap") == {FOUND: "1 of 1"}
    assert "Submitted only (1)" in owner.page()


def test_one_students_sheet_is_marked_and_can_be_handed_back(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.58")
    student.submit()
    page = owner.page(f"/students/{student.key}")
    assert DIVIDED_BY_FOUND in page
    assert f"1 of {SHEET.points}" in page
    assert owner.post(f"/students/{student.key}/hand-back") == 303
    assert student.save(ap_score="0.29") == 204
    assert owner.client.get(f"{owner.own}/students/ZZZZZZ").status_code == 404
    assert owner.client.get(f"{owner.own}/students/!").status_code == 400


def test_the_file_has_every_answer_with_its_marks_and_no_formulas(school: Flask) -> None:
    owner = publish(school)
    one, other = Student(school, owner.students), Student(school, owner.students)
    one.save(ap_score="0.58")
    one.submit()
    other.save(ap_score='=HYPERLINK("http://x")', fit_measure="@x")
    header = owner.client.get(f"{owner.own}/answers.csv").headers["Content-Disposition"]
    assert header == "attachment; filename=week-5.answers.csv", "files of several sheets have different names"
    first, second = rows(owner)
    assert (first["key"], first["points"], first["of"]) == (one.key, "1", str(SHEET.points))
    cells = [first[f"ap score {what}"] for what in ("answer", "points", "cause")]
    assert cells == ["0.58", "1", "divisor=relevant-retrieved"]
    assert first["submitted"] >= first["begun"] > "" and second["submitted"] == ""
    assert second["ap score answer"] == '\'=HYPERLINK("http://x")' and second["ap score cause"] == "unreadable"
    assert second["fit measure answer"] == "'@x"


def test_a_copy_has_links_of_its_own_and_no_answers(school: Flask) -> None:
    owner = publish(school)
    Student(school, owner.students).save(ap_score="0.58")
    made = owner.client.post(f"{owner.own}/copy", data={"csrf_token": owner.token}, follow_redirects=True).text
    copy = Owner(owner.client, owner.token, path(field(made, "student-link")), path(field(made, "owner-link")))
    assert len({copy.students, copy.own, owner.students, owner.own}) == 4
    assert "No answers yet" in copy.page() and "No answers yet" not in owner.page()
    assert Student(school, copy.students).save(ap_score="1") == 204


def test_the_links_can_be_shown_again_with_a_drawing(school: Flask) -> None:
    owner = publish(school)
    page = owner.page("/links")
    assert field(page, "student-link") == f"http://localhost{owner.students}"
    drawing = owner.client.get(f"{owner.students}/link.svg")
    assert drawing.mimetype == "image/svg+xml"
    assert drawing.data == owner.client.get(f"{owner.students}/link.svg").data
    assert drawing.data != owner.client.get(f"{publish(school).students}/link.svg").data


def test_a_sheet_is_deleted_only_after_confirmation_and_leaves_nothing(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.58")
    assert "the answers of 1 student." in owner.page("/delete")
    assert owner.post("/delete") == 400
    assert owner.post("/delete", sure="yes") == 200
    for address in (owner.own, owner.students, student.address, f"{owner.own}/answers.csv"):
        assert owner.client.get(address).status_code == 404
    answer = student.client.post(f"{student.address}/answers", headers={"X-CSRFToken": student.token})
    assert answer.status_code == 410 and answer.json, "a page in which somebody still types learns that it is over"
    assert "was deleted" in answer.json["error"]["message"]


def test_a_sheet_of_another_generator_is_not_shown_with_other_numbers_but_can_be_deleted(school: Flask) -> None:
    body = SHEET.to_json().decode().replace('"generator": 3', '"generator": 1')
    with school.app_context():
        made = store().publish(body, title="Old", mode="once", lifetime=timedelta(days=1))
    client = school.test_client()
    for address in (f"/o/{made.owner}", f"/o/{made.owner}/answers.csv", f"/s/{made.student}"):
        answer = client.get(address)
        other = Message("other-generator", version=1, ours=3)
        assert answer.status_code == 400 and say(other) in answer.text and say(other, ADVICE) in answer.text
    page = client.get(f"/o/{made.owner}/delete").text
    gone = client.post(f"/o/{made.owner}/delete", data={"csrf_token": classroom.token(page), "sure": "yes"})
    assert gone.status_code == 200 and client.get(f"/o/{made.owner}").status_code == 404


def test_how_long_a_sheet_is_kept_can_be_changed(school: Flask) -> None:
    owner = publish(school)
    kept = r"<dt>kept until</dt><dd>([^<]+)<"
    before = re.findall(kept, owner.page())
    assert owner.post("/keep", days="400") == 303
    assert before != re.findall(kept, owner.page())
    for wrong in ("", "0", "-1", "4000", "1e3", "ten", "²"):
        assert owner.post("/keep", days=wrong) == 400


def test_a_students_link_does_not_open_the_owners_pages_nor_the_other_way_round(school: Flask) -> None:
    owner = publish(school)
    secret = owner.students.removeprefix("/s/")
    assert secret not in owner.own
    for page in ("", "/links", "/answers.csv", "/delete"):
        assert owner.client.get(f"/o/{secret}{page}").status_code == 404
    form = {"csrf_token": owner.token, "sure": "yes"}
    for change in ("close", "reopen", "keep", "copy", "delete"):
        assert owner.client.post(f"/o/{secret}/{change}", data=form).status_code == 404
    assert owner.client.get(owner.own.replace("/o/", "/s/")).status_code == 404


def test_forged_changes_are_refused(school: Flask) -> None:
    owner = publish(school)
    Student(school, owner.students).save(ap_score="1")
    for change in ("close", "reopen", "keep", "copy", "delete"):
        answer = owner.client.post(f"{owner.own}/{change}", data={"sure": "yes", "days": "1"})
        assert answer.status_code == 400 and sentence("forged-request") in answer.text
        assert owner.client.get(f"{owner.own}/{change}").status_code in (200, 405)
    assert "accepting answers" in owner.page()
    assert owner.client.post("/sheets/publish", data={"sheet": SHEET.to_json().decode()}).status_code == 400


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ({"sheet": "{"}, Message("sheet-not-json", line=1, column=2)),
        ({"sheet": ""}, Message("sheet-not-json", line=1, column=1)),
        ({"sheet": SHEET.to_json().decode(), "mode": "twice"}, Message("unknown-mode", mode="twice")),
        ({"sheet": SHEET.to_json().decode().replace('"seed": 42', '"seed": -1')}, None),
    ],
)
def test_an_invalid_sheet_is_not_published(school: Flask, form: dict[str, str], problem: Message | None) -> None:
    owner = publish(school)
    answer = owner.client.post("/sheets/publish", data={"csrf_token": owner.token, **form})
    assert answer.status_code == 400 and (not problem or say(problem) in html.unescape(answer.text))


def test_publishing_is_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = classroom.made(tmp_path_factory.mktemp("rates"), RATE_SHEETS="1/hour")
    owner = publish(app)
    assert owner.post("/copy") == 429
    classroom.closed(app)
