"""Every declared mistake, given as the answer to a question of the course, is explained on request."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from ireval.exercises import variant
from ireval.lessons import Lesson
from tests.tiers import sampled
from tests.web.lessons.learner import Learner
from tests.web.lessons.slips import course_slips, said_of
from tests.web.lessons.test_lessons import COURSE, KEY

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lesson", sampled(COURSE.lessons.values(), 2, lambda lesson: lesson.slug))
def test_every_mistake_is_explained(client: FlaskClient, lesson: Lesson) -> None:
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    for number, step in enumerate(lesson.steps, start=1):
        for quiz in step.quizzes:
            question, address = questions[quiz.exercise.id], f"/lessons/{lesson.slug}/{KEY}/{number}"
            for slip in course_slips()[lesson.slug, question.id]:
                learner, given = Learner(client, address, question), {slip.part.id: slip.answer}
                assert f"0 of {len(question.parts)} correct" in learner.send("check", given), slip
                learner.send("hint", given)
                assert " ".join(said_of(question, slip).split()) in learner.feedback, slip


def test_most_questions_have_mistakes() -> None:
    """Or the test above would look at nothing."""
    found = course_slips()
    assert sum(map(len, found.values())) >= 500
    assert len([question for question, slips in found.items() if slips]) > len(found) / 2
