"""The questions of a lesson's step for a class: on the same list for everybody, the one on the screen if possible."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.exercises import Exercise
from web.classroom.questions.asked_view import LessonStep
from web.classroom.questions.offer import Offer
from web.classroom.questions.round_body import LONGEST_TITLE, Body, question_body
from web.question.single_questions import question, same_for_all


def lesson_offers(at: LessonStep, view: str) -> Iterator[Offer]:
    """Yield the questions of a step, with the numbers of its key."""
    sheet = at.lesson.sheet
    for quiz in at.step.quizzes:
        exercise = quiz.exercise
        title = question(sheet, exercise, at.key).name[:LONGEST_TITLE]

        def body(exercise: Exercise = exercise, title: str = title) -> Body:
            return question_body(sheet, same_for_all(sheet, exercise, at.key), title, view, key=at.key)

        yield Offer(f"question-{exercise.id}", title, body)
