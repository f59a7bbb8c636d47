"""The marks of a class: stored, read without drawing a question again, and computed a little at every look."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

import ireval
from ireval.exercises import variant_keys
from tests import classroom
from tests.classroom import SHEET, Owner, Student, publish
from tests.known_causes import CLASS_DIVIDED_BY_FOUND
from tests.statements import counted
from web.coursework.marks import marked_answers, stored_marks
from web.coursework.marks.class_marking import class_results
from web.coursework.stored_sheets import variant_of
from web.store import StudentRecord, store

pytestmark = pytest.mark.slow

#: One exercise on a fixed list, whose question is drawn and marked quickly.
BRIEF = replace(SHEET, exercises=SHEET.exercises[:1])
KEYS = list(variant_keys(SHEET, 205))


def record(app: Flask, owner: Owner, key: str) -> StudentRecord:
    """What is stored of a student."""
    with app.app_context():
        sheet = store().by_owner(owner.own.removeprefix("/o/"))
        assert sheet
        found = store().marks.student(sheet, key)
    assert found
    return found


def points(owner: Owner) -> dict[str, str]:
    """The points of the students by their keys, from the file."""
    return {row["key"]: row["total"] for row in csv.DictReader(io.StringIO(owner.page("/points.csv")))}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys whose questions were needed for marks."""
    found: list[str] = []

    def noted(body: str, key: str) -> object:
        found.append(key)
        return variant_of(body, key)

    monkeypatch.setattr(marked_answers, "variant_of", noted)
    return found


def test_a_class_is_shown_from_stored_marks_without_drawing_a_question(school: Flask, drawn: list[str]) -> None:
    owner = publish(school)
    students = [Student(school, owner.students) for _ in range(3)]
    for student, answer in zip(students, ("0.29", "0.580", "7"), strict=True):
        student.save(ap_score=answer)
    pages = "", "?whose=submitted", "/answers.csv", "/points.csv"
    before = [owner.page(page) for page in pages]
    assert set(drawn) == {student.key for student in students}
    drawn.clear()
    clock = re.compile(r'As of .*|name="csrf_token" value="[^"]*"')
    assert [clock.sub("", owner.page(page)) for page in pages] == [clock.sub("", page) for page in before]
    assert not drawn
    students[1].save(ap_score="0.29")
    assert points(owner)[students[1].key] == "2" and set(drawn) == {students[1].key}
    students[1].save(ap_score="")
    assert points(owner)[students[1].key] == "0"


@pytest.mark.parametrize("with_answers", [False, True])
def test_a_file_has_the_marks_of_answers_that_came_after_the_last_look(school: Flask, with_answers: bool) -> None:
    owner = publish(school, BRIEF, mode="practice")
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    owner.page()
    student.save(ap_score="0.29")
    with school.app_context():
        sheet = store().by_owner(owner.own.removeprefix("/o/"))
        assert sheet
        (found,) = class_results(sheet, with_answers=with_answers)
    assert (found.points, found.current) == (2, True)
    assert found.answers.given == ({("ap", "score"): "0.29"} if with_answers else {})


def test_who_submits_is_marked_at_once(school: Flask, drawn: list[str]) -> None:
    for mode in ("once", "exam"):
        owner = publish(school, mode=mode)
        student = Student(school, owner.students)
        student.save(ap_score="0.580")
        assert not record(school, owner, student.key).state
        student.submit()
        student.page()
        assert record(school, owner, student.key).state
        drawn.clear()
        assert CLASS_DIVIDED_BY_FOUND in owner.page() and not drawn


def test_a_request_marks_for_a_limited_time_and_says_how_far_it_is(
    school: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(school.config, "MARKING_SECONDS", 0)  # one student at each look
    owner = publish(school, BRIEF, mode="practice")
    students = [Student(school, owner.students) for _ in range(3)]
    for student in students:
        student.save(ap_score="0.580")
    first = owner.page()
    assert "1 of 3 students marked" in first and first.count("not marked yet") == 2
    assert "To mark the rest, refresh the page." in first and 'data-state=""' in first
    assert "1 of 1 student answered" not in first and f"{owner.own}/points.csv" not in first
    file = owner.client.get(f"{owner.own}/points.csv")
    assert file.status_code == 503 and "2 of 3 students marked" in file.text and file.headers["Retry-After"] == "1"
    last = owner.page()
    assert 'id="marking"' not in last and f"{owner.own}/points.csv" in last and "not marked yet" not in last
    assert set(points(owner).values()) == {"1"}
    for student in students[:2]:
        student.save(ap_score="0.29")
    again = owner.page()
    assert "2 of 3 students marked" in again and "not marked yet" not in again, "former marks are shown meanwhile"


def test_marks_of_another_version_of_the_marking_are_not_shown(
    school: Flask, monkeypatch: pytest.MonkeyPatch, drawn: list[str]
) -> None:
    owner = publish(school, BRIEF, mode="practice")
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    state = re.compile(r'data-state="(\w+)"')
    (before,) = state.findall(owner.page())
    monkeypatch.setattr(stored_marks, "marking_version", lambda: "another")
    monkeypatch.setattr("web.sheets.owner.routes.marking_version", lambda: "another")
    stored_marks.sheet_version.cache_clear()
    drawn.clear()
    answer = owner.client.get(owner.own, headers={"If-None-Match": f'"{before}"'})
    assert answer.status_code == 200 and set(drawn) == {student.key}
    stored_marks.sheet_version.cache_clear()


def test_each_change_of_the_core_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(ireval.__file__).parent
    copy = shutil.copytree(source, tmp_path / "ireval", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(ireval, "__file__", str(copy / "__init__.py"))
    versions = {stored_marks.marking_version.__wrapped__()}
    assert versions == {stored_marks.marking_version.__wrapped__()}
    for path in (copy / "exercises/marking/marks.py", *sorted((copy / "messages/english").glob("*.toml"))[:1]):
        path.write_bytes(path.read_bytes() + b"\n# another\n")
        versions.add(stored_marks.marking_version.__wrapped__())
    assert len(versions) == 3


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Owner]:
    """A class of 205 of whom 120 have submitted, made through the store."""
    app = classroom.made(tmp_path_factory.mktemp("large"))
    owner = publish(app, BRIEF)
    with app.app_context():
        sheet = store().by_owner(owner.own.removeprefix("/o/"))
        assert sheet
        store().rosters.enter(sheet, (f"Student {n}" for n in range(205)), iter(KEYS).__next__, after=0)
        for number, key in enumerate(KEYS):
            store().save(sheet, key, "ap", "score", "0.29" if number % 2 else "0.580")
            if number < 120:
                store().submit(sheet, key)
    yield owner
    classroom.closed(app)


def listed(page: str) -> list[str]:
    """The keys of the students in the list."""
    return re.findall(r'<tr id="student-(\w+)">', page)


def test_the_list_has_pages_of_a_hundred_and_the_results_all_students(large: Owner) -> None:
    pages = [large.page(), large.page("?page=2"), large.page("?page=3")]
    keys = [listed(page) for page in pages]
    assert [len(found) for found in keys] == [100, 100, 5]
    assert [key for found in keys for key in found] == KEYS
    for number, page in enumerate(pages, start=1):
        assert "102 of 205 students answered everything correctly" in page
        (current,) = set(re.findall(r'aria-label="([^"]+)" aria-current="page"', page))
        assert current.startswith(f"Page {number}, students {100 * number - 99} to")
        assert page.count(f'href="{large.own}?page=2#class"') == 2, "above the list and below it"
    assert "Students 201 to 205 of 205" in pages[2]
    assert listed(large.page("?page=99")) == keys[2] and listed(large.page("?page=x")) == keys[0]
    submitted = large.page("?whose=submitted&page=2")
    assert listed(submitted) == KEYS[100:120]
    assert f'href="{large.own}?whose=submitted#class"' in submitted and "Students 101 to 120 of 120" in submitted
    assert len(points(large)) == 205


def test_the_page_of_a_large_class_costs_as_many_statements_as_that_of_a_small_one(school: Flask, large: Owner) -> None:
    small = publish(school, BRIEF, mode="practice")
    Student(school, small.students).save(ap_score="0.29")
    costs = []
    for owner in (small, large):
        owner.page()
        with counted() as found:
            owner.page()
        costs.append(len(found.statements))
    assert costs[0] == costs[1] <= 5


def test_a_name_of_the_same_length_is_news(large: Owner) -> None:
    (state,) = re.findall(r'data-state="(\w+)"', large.page())
    same = {"If-None-Match": f'"{state}"'}
    assert large.client.get(large.own, headers=same).status_code == 304
    assert large.post(f"/roster/{KEYS[7]}/rename", name="Student X") == 303
    assert large.client.get(large.own, headers=same).status_code == 200


@pytest.mark.parametrize("mode", ["once", "practice"])
def test_a_request_that_saves_an_answer_is_one_transaction_with_three_statements(school: Flask, mode: str) -> None:
    owner = publish(school, BRIEF, mode=mode)
    student = Student(school, owner.students)
    student.save(ap_score="0.29")
    with counted() as found:
        assert student.save(ap_score="0.30") == 204
    assert found.changes == ["INSERT visits", "INSERT answers"]
    assert found.transactions == 1 and len(found.statements) == 3, "what is known of the sheet and the key is not read"
