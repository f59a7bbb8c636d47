"""In a hall: a step's questions as an open sheet, and what led to the wrong answers of a class on the screen."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.exercises import KINDS, Sheet, from_json, variant
from ireval.lessons import read_course
from ireval.messages import Message, say
from tests import classroom
from tests.classroom import Student, path, token
from tests.known_causes import CLASS_DIVIDED_BY_FOUND
from tests.paths import ROOT
from tests.web.lessons.own_lessons import OWN, SLUG, written
from tests.web.lessons.test_lessons import KEY
from tests.web.sheets.test_owner import GUESSED, folded, tallies
from web.lessons.lecture.asked_sheets import MOST, asked_sheet, note_sheet
from web.lessons.lecture.hall import LONGEST_KEPT
from web.lessons.lecture.hall_sheet import hall_sheet
from web.lessons.step_page import StepPage
from web.store import Sheet as Stored
from web.store import store

pytestmark = pytest.mark.slow

COURSE = read_course(ROOT / "lessons").lessons
LESSON = f"/lessons/average-precision/{KEY}"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("hall"))
    yield app
    classroom.closed(app)


class Lecturer:
    """A browser in front of a hall, at a step."""

    def __init__(self, app: Flask, step: str) -> None:
        self.app, self.client, self.place = app, app.test_client(), f"{step}/class"
        self.token = token(self.screen)

    @property
    def screen(self) -> str:
        """What the hall sees."""
        answer = self.client.get(self.place)
        assert answer.status_code == 200
        return answer.text

    def post(self, below: str = "", **form: str) -> int:
        """Press a button; the status."""
        return self.client.post(self.place + below, data={"csrf_token": self.token, **form}).status_code

    @property
    def link(self) -> str:
        """The path of the address for the phones."""
        found = re.search(r'class="address"><a href="([^"]+)"', self.screen)
        assert found
        return path(found[1])

    @property
    def stored(self) -> Stored:
        with self.app.app_context():
            found = store().by_student(self.link.rsplit("/", 1)[1])
        assert found
        return found

    @property
    def sheet(self) -> Sheet:
        return from_json(self.stored.body)


def test_one_click_asks_and_the_screen_names_what_led_to_the_answers(school: Flask) -> None:
    lecturer = Lecturer(school, f"{LESSON}/5")
    assert "Ask the class" in lecturer.screen and "/s/" not in lecturer.screen
    assert lecturer.post() == 303
    assert "Calculate the average precision (AP) of this list" in lecturer.screen
    assert "Nobody has answered yet" in lecturer.screen and "<dd>0</dd>" in lecturer.screen
    for number in ("0.290", "0,58", "0.580", "0.777", "7"):
        student = Student(school, lecturer.link)
        assert student.save_all({"5-1.score": number}) in {200, 204}  # with remarks, or without
    screen = lecturer.screen
    assert "<dd>5</dd>" in screen and say(Message("all-correct", count=1, total=5)) in html.unescape(screen)
    found = tallies(screen, "5-1")
    assert found[CLASS_DIVIDED_BY_FOUND] == "2 of 5" and found[GUESSED] == "1 of 5"
    assert GUESSED in folded(screen, "5-1") and CLASS_DIVIDED_BY_FOUND not in folded(screen, "5-1")
    assert student.key not in screen, "nobody in the hall is named"


def test_the_screen_is_not_drawn_again_as_long_as_nothing_changes(school: Flask) -> None:
    lecturer = Lecturer(school, f"{LESSON}/5")
    lecturer.post()
    state = re.search(r'data-state="(\w+)"', lecturer.screen)
    assert state
    headers = {"If-None-Match": f'"{state[1]}"'}
    assert lecturer.client.get(lecturer.place, headers=headers).status_code == 304
    Student(school, lecturer.link).save_all({"5-1.score": "0.29"})
    assert lecturer.client.get(lecturer.place, headers=headers).status_code == 200


def test_the_sheet_is_the_question_of_the_step_answered_once_and_kept_for_a_month(school: Flask) -> None:
    lecturer = Lecturer(school, f"{LESSON}/5")
    lecturer.post()
    sheet, stored = lecturer.sheet, lecturer.stored
    lesson = COURSE["average-precision"]
    (quiz,), title = lesson.steps[4].quizzes, f"{lesson.title}: {lesson.steps[4].title}"
    assert sheet.exercises == (quiz.exercise,) and sheet.preset == "lillis"
    assert (sheet.policy, sheet.tries, sheet.title) == ("practice", 1, title)
    assert sheet.secret and stored.expires - stored.created == LONGEST_KEPT == timedelta(days=30)


def test_the_class_gets_the_numbers_of_the_screen(app: Flask) -> None:
    """Of the questions at the end of each lesson, as far as their kinds have fixed lists."""
    compared = 0
    for lesson in COURSE.values():
        with app.test_request_context():
            sheet = hall_sheet(StepPage(lesson, KEY, len(lesson.steps)))
        on_screen = {question.id: question for question in variant(lesson.sheet, KEY).questions}
        first, second = (variant(sheet, key) for key in ("AAAAAA", "BBBBBB"))
        for exercise in sheet.exercises:
            kind = KINDS[exercise.kind]
            assert exercise.generated is None or "list" not in kind.takes
            if exercise.list or kind.tasks:
                ours, theirs, shown = first.question(exercise.id), second.question(exercise.id), on_screen[exercise.id]
                assert ours.lists == theirs.lists == shown.lists and ours.drawn == theirs.drawn == shown.drawn
                compared += 1
    assert compared >= len(COURSE) - 1, "of one lesson, lists are drawn for a mean"


def test_a_single_question_of_a_step_can_be_asked(tmp_path_factory: pytest.TempPathFactory) -> None:
    more = ":::{question}\nkind: number\nmeasure: RR\ngenerated: {length: 6}\n:::\n"
    lessons = written(tmp_path_factory.mktemp("lessons"), f"{OWN}\n{more}")
    app = classroom.made(tmp_path_factory.mktemp("asked"), LESSONS=str(lessons))
    step = f"/lessons/{SLUG}/{KEY}/3"
    lecturer = Lecturer(app, step)
    view = lecturer.client.get(f"{step}?present=1").text
    assert 'form="ask-class" name="question" value="3-2"' in view
    lecturer.post(question="3-2")
    assert [exercise.id for exercise in lecturer.sheet.exercises] == ["3-2"]
    assert lecturer.post(question="9-9") == 404
    classroom.closed(app)


def test_no_address_on_the_screen_has_the_owners_secret(school: Flask) -> None:
    lecturer = Lecturer(school, f"{LESSON}/5")
    answer = lecturer.client.post(lecturer.place, data={"csrf_token": lecturer.token})
    assert answer.headers["Location"] == lecturer.place
    owner = re.search(r'href="/o/([^"]+)"', lecturer.screen)
    assert owner and lecturer.client.get(f"/o/{owner[1]}").status_code == 200
    other = Lecturer(school, f"{LESSON}/5")
    assert "/s/" not in other.screen and "/o/" not in other.screen, "the answers are for the browser that asked"
    headers = lecturer.client.get(lecturer.place).headers
    assert headers["Cache-Control"] == "no-store"


def test_a_class_is_stopped_and_goes_on_and_is_asked_again(school: Flask) -> None:
    lecturer = Lecturer(school, f"{LESSON}/5")
    lecturer.post()
    student, link = Student(school, lecturer.link), lecturer.link
    assert lecturer.post("/close") == 303
    assert "can no longer answer" in lecturer.screen and student.save_all({"5-1.score": "0.29"}) == 409
    assert lecturer.post("/reopen") == 303
    assert "can no longer answer" not in lecturer.screen and student.save_all({"5-1.score": "0.29"}) == 204
    lecturer.post()
    assert lecturer.link == link and "<dd>1</dd>" in lecturer.screen, "whoever comes back to the step finds the answers"
    lecturer.post(again="yes")
    assert lecturer.link != link and "<dd>0</dd>" in lecturer.screen


def test_a_forged_request_asks_nobody(school: Flask) -> None:
    lecturer = Lecturer(school, f"{LESSON}/5")
    for below in ("", "/close"):
        assert school.test_client().post(lecturer.place + below).status_code == 400
    lecturer.client.post(lecturer.place)
    assert "/s/" not in lecturer.screen


@pytest.mark.parametrize("place", ["nothing/K7M2PXABC/1", "average-precision/K7M2PXABC/99", "average-precision/<b>/1"])
def test_what_does_not_exist_cannot_be_asked(client: FlaskClient, place: str) -> None:
    assert client.get(f"/lessons/{place}/class").status_code == 404


def test_the_rates_of_new_sheets_hold(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = classroom.made(tmp_path_factory.mktemp("rates"), RATE_SHEETS="1/hour")
    lecturer = Lecturer(app, f"{LESSON}/5")
    assert [lecturer.post(), lecturer.post(again="yes")] == [303, 429]
    classroom.closed(app)


def test_a_browser_keeps_the_latest_sheets_and_one_for_a_step() -> None:
    session: dict[str, object] = {}
    for number in range(MOST + 3):
        note_sheet(session, f"lesson/{number}", f"owner-{number}")
    note_sheet(session, f"lesson/{MOST}", "later")
    assert asked_sheet(session, "lesson/0") == "" and asked_sheet(session, f"lesson/{MOST}") == "later"
    assert len(json.loads(json.dumps(session))["asked"]) == MOST
