"""The contents of a review: a few questions of a finished lesson, drawn again under a new key."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import ClassVar

from flask import url_for

from ireval.lessons import Lesson, Quiz
from web.course.varied_quizzes import varied_quizzes
from web.lessons.shown_quiz import Checked, ShownQuiz, shown_quiz

#: A review has at most this many questions.
MOST_QUESTIONS = 3


@dataclass(frozen=True)
class ReviewPage:
    """A review of a lesson under a key, both from the address."""

    lesson: Lesson
    key: str
    checked: Checked | None = None
    presented: ClassVar[bool] = False

    @property
    def questions(self) -> list[ShownQuiz]:
        """The questions, in the order of the lesson. New numbers are offered only for the review as a whole."""
        asked = enumerate(review_quizzes(self.lesson, self.key), start=1)
        shown = (shown_quiz(self.lesson, self.key, quiz, place, self.checked) for place, quiz in asked)
        return [replace(quiz, varies=False) for quiz in shown]

    @property
    def again(self) -> str:
        """The address of a review under a new key."""
        return url_for("reviews.begin", slug=self.lesson.slug)

    @property
    def check_address(self) -> str:
        """The address to which answers are sent."""
        return url_for("reviews.check", slug=self.lesson.slug, key=self.key)


def review_quizzes(lesson: Lesson, key: str) -> list[Quiz]:
    """Return the questions of a review: some of the questions with drawn lists, if there are any.

    The key decides which. Predictions are not asked again unless there is nothing else.
    """
    drawn = varied_quizzes(lesson)
    by_key = sorted(drawn, key=lambda quiz: sha256(f"{key} {quiz.exercise.id}".encode()).digest())
    return sorted(by_key[:MOST_QUESTIONS], key=drawn.index)
