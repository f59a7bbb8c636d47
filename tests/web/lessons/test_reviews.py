"""Reviews: some of a lesson's drawn questions under a new key, marked as in the lesson, also without JavaScript."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from ireval.exercises import KINDS, variant
from ireval.lessons import Lesson, read_lesson
from tests.web.lessons.learner import Learner
from tests.web.lessons.own_lessons import OWN
from tests.web.lessons.test_lessons import COURSE, KEY
from web.lessons.review_page import MOST_QUESTIONS, review_quizzes

pytestmark = pytest.mark.slow

LESSONS = list(COURSE.lessons.values())


def asked(text: str) -> list[str]:
    return re.findall(r'<form class="quiz" id="quiz-([^"]+)"', text)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_every_lesson_has_reviews_with_drawn_questions(client: FlaskClient, lesson: Lesson) -> None:
    begun = client.get(f"/lessons/{lesson.slug}/review").headers["Location"]
    assert re.fullmatch(rf"/lessons/{lesson.slug}/review/\w+", begun)
    text, other = client.get(begun).text, client.get(f"/lessons/{lesson.slug}/review/AAAABBBBC").text
    exercises = {exercise.id: exercise for exercise in lesson.sheet.exercises}
    drawn = [name for name, exercise in exercises.items() if KINDS[exercise.kind].varies(exercise)]
    assert 1 <= len(asked(text)) <= MOST_QUESTIONS and set(asked(text)) <= set(drawn)
    assert text == client.get(begun).text and text.replace(begun.split("/")[-1], "AAAABBBBC") != other
    assert f'action="{begun}/answers#quiz-' in text


def test_answers_are_marked(client: FlaskClient) -> None:
    lesson = COURSE.lessons["average-precision"]
    address = f"/lessons/{lesson.slug}/review/{KEY}"
    for name in asked(client.get(address).text):
        (question,) = [each for each in variant(lesson.sheet, KEY).questions if each.id == name]
        right = {f"{name}.{part.id}": part.right for part in question.parts}
        outcomes = [
            re.findall(r'data-outcome="(\w*)"', client.post(f"{address}/answers", data=sent).text)
            for sent in (right | {"check": name}, {"check": name}, {"solution": name})
        ]
        learner = Learner(client, address, question)
        assert 'data-outcome="tried"' in learner.see_solution({part.id: "0.123" for part in question.parts})
        assert "Other numbers" not in client.post(f"{address}/answers", data=right | {"check": name}).text
        assert [[outcome for outcome in found if outcome] for found in outcomes] == [["right"], [], []], (
            "the solution is not opened before a check"
        )


def test_the_key_decides_which_questions_are_asked_in_the_order_of_the_lesson() -> None:
    question = OWN.split("## Check yourself")[1]
    lesson, faults = read_lesson(OWN + question * 5, "long")
    assert not faults
    found = {key: [quiz.exercise.id for quiz in review_quizzes(lesson, key)] for key in ("A", "B", "C", "D", "E")}
    assert len(set(map(tuple, found.values()))) > 1
    assert all(names == sorted(names) and len(names) == MOST_QUESTIONS for names in found.values())
    assert "1-1" not in {name for names in found.values() for name in names}, "only to be predicted"


def test_without_drawn_questions_the_others_are_asked() -> None:
    lesson, _ = read_lesson(OWN.split("## One rank")[0], "short")
    assert [quiz.exercise.id for quiz in review_quizzes(lesson, KEY)] == ["1-1"]


@pytest.mark.parametrize("rest", ["k7m2pxabc", "x" * 17, "<b>", f"{KEY}/1"])
def test_what_does_not_exist_is_not_found(client: FlaskClient, rest: str) -> None:
    assert client.get(f"/lessons/average-precision/review/{rest}").status_code == 404
    assert (
        client.get(f"/lessons/nothing/review/{KEY}").status_code
        == client.get("/lessons/nothing/review").status_code
        == 404
    )


def test_a_key_of_digits_is_no_step(client: FlaskClient) -> None:
    assert "Review:" in client.get("/lessons/average-precision/review/22222222").text
