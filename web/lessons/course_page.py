"""The contents of the course page: the lessons in order, with their steps and the names of their questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for

from ireval.lessons import Lesson
from web.course.course_files import CourseEntry
from web.lessons.review_page import review_quizzes
from web.lessons.shown_quiz import question_names


class StepLink(NamedTuple):
    """A step: its number and title, its address under a new key, and the names of its questions."""

    number: int
    title: str
    address: str
    questions: str


class Entry(NamedTuple):
    """A lesson, or a file with faults, which the command ``check`` names. A review asks ``reviewed`` questions."""

    place: int
    lesson: Lesson | None
    file: str
    check: str
    added: bool
    steps: tuple[StepLink, ...]
    reviewed: int


class CoursePage:
    """The course page of these lessons."""

    def __init__(self, listed: Sequence[CourseEntry]) -> None:
        self.entries = [_entry(place, each) for place, each in enumerate(listed, start=1)]

    @property
    def first(self) -> Lesson | None:
        """The first lesson; None if there is none."""
        return next((entry.lesson for entry in self.entries if entry.lesson), None)

    @property
    def count(self) -> int:
        """The number of lessons."""
        return sum(entry.lesson is not None for entry in self.entries)

    @property
    def hours(self) -> int:
        """The number of hours that all lessons take, as a whole number, at least 1."""
        return max(1, round(sum(entry.lesson.minutes for entry in self.entries if entry.lesson) / 60))


def _entry(place: int, listed: CourseEntry) -> Entry:
    lesson, folder = listed.lesson, listed.file.parent.name
    check = f"python -m ireval lessons check {f'lessons {folder}' if listed.added else folder}"
    if lesson is None:
        return Entry(place, None, listed.file.name, check, listed.added, (), 0)
    steps = tuple(
        StepLink(
            number,
            step.title,
            url_for("lessons.begin", slug=lesson.slug, number=number),
            question_names(lesson, number),
        )
        for number, step in enumerate(lesson.steps, start=1)
    )
    reviewed = len(review_quizzes(lesson, ""))
    return Entry(place, lesson, listed.file.name, check, listed.added, steps, reviewed)
