"""The sheet with which a class answers the questions of a step, on the same lists as the screen where possible."""

from __future__ import annotations

from dataclasses import replace

from ireval.exercises import Sheet
from ireval.exercises.sheet.model import LONGEST_TITLE
from web.lessons.step_page import StepPage
from web.question.single_questions import same_for_all

#: In a hall the first check of an answer counts. Then the phone shows the cause and the solution.
TRIES = 1


def hall_sheet(page: StepPage, only: str = "") -> Sheet:
    """Return the sheet with a step's questions, or only with the question ``only``, and the numbers of the step's key.

    It has no exercises if the step has no such question. Raises ``InputError`` if a question cannot be made.
    """
    lesson, step = page.lesson, page.lesson.steps[page.number - 1]
    asked = [quiz.exercise for quiz in step.quizzes if only in ("", quiz.exercise.id)]
    return replace(
        lesson.sheet,
        title=f"{lesson.title}: {step.title}"[:LONGEST_TITLE],
        exercises=tuple(same_for_all(lesson.sheet, exercise, page.key) for exercise in asked),
        policy="practice",
        tries=TRIES,
    )
