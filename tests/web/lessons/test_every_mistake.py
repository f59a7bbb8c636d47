"""Every declared mistake, given as the answer to a question of the course, is explained in the question's place."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from ireval.exercises import variant
from ireval.lessons import Lesson
from tests.tiers import sampled
from tests.web.lessons.slips import course_slips, said_of
from tests.web.lessons.test_lessons import COURSE, KEY, SCRIPT

pytestmark = pytest.mark.slow


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


@pytest.mark.parametrize("lesson", sampled(COURSE.lessons.values(), 2, lambda lesson: lesson.slug))
def test_every_mistake_is_explained(client: FlaskClient, lesson: Lesson) -> None:
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    for number, step in enumerate(lesson.steps, start=1):
        for quiz in step.quizzes:
            question = questions[quiz.exercise.id]
            for slip in course_slips()[lesson.slug, question.id]:
                sent = {f"{question.id}.{slip.part.id}": slip.answer, "check": question.id}
                address = f"/lessons/{lesson.slug}/{KEY}/{number}/answers"
                answer = plain(client.post(address, data=sent, headers=SCRIPT).text)
                assert " ".join(said_of(question, slip).split()) in answer, slip
                assert f"0 of {len(question.parts)} correct" in answer, slip


def test_most_questions_have_mistakes() -> None:
    """Or the test above would look at nothing."""
    found = course_slips()
    assert sum(map(len, found.values())) >= 500
    assert len([question for question, slips in found.items() if slips]) > len(found) / 2
