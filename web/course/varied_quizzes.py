"""The questions of a lesson that are asked again with new numbers, in reviews and in practice."""

from __future__ import annotations

from ireval.exercises import KINDS
from ireval.lessons import Lesson, Quiz


def varied_quizzes(lesson: Lesson) -> list[Quiz]:
    """Return the questions with drawn lists, if there are any, in the order of the lesson.

    Predictions are not asked again unless there is nothing else.
    """
    every = [quiz for step in lesson.steps for quiz in step.quizzes]
    explained = [quiz for quiz in every if not quiz.prediction] or every
    return [quiz for quiz in explained if KINDS[quiz.exercise.kind].varies(quiz.exercise)] or explained
