"""The sheet with which a class answers the questions of a step, on the same lists as the screen where possible."""

from __future__ import annotations

from dataclasses import replace

from ireval.exercises import KINDS, Exercise, Sheet
from ireval.exercises.sheet.model import LONGEST_TITLE
from web.lessons.step_page import StepPage
from web.question.single_questions import fixed_list, question

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
        exercises=tuple(_same_for_all(lesson.sheet, exercise, page.key) for exercise in asked),
        policy="practice",
        tries=TRIES,
    )


def _same_for_all(sheet: Sheet, exercise: Exercise, key: str) -> Exercise:
    """The exercise with the lists and the task drawn for a key, if its kind allows fixed ones."""
    kind = KINDS[exercise.kind]
    made = question(sheet, exercise, key)
    if kind.draws_task(exercise):
        exercise = replace(exercise, task=made.drawn)
    if exercise.generated is None or "list" not in kind.takes:
        return exercise
    lists = [fixed_list(made, place) for place in range(len(made.lists))]
    return replace(exercise, generated=None, list=lists[0], second=lists[1] if "second" in kind.takes else None)
