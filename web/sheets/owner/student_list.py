"""The list of the students on the owner's page, a hundred at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil
from typing import NamedTuple

from markupsafe import Markup

from ireval.messages import Message, say
from web.messages.moments import short_moment
from web.sheets.answer_notes import count_of, points_number
from web.sheets.results.class_marking import StudentResult

PAGE = 100


class StudentLine(NamedTuple):
    """One student in the list; points and answers are empty as long as nothing is marked."""

    key: str
    name: str
    points: str
    filled: str
    submitted: Markup | str
    late: bool


class PageLink(NamedTuple):
    """A page of the list: its number, and its students in words."""

    number: int
    words: str


class StudentList:
    """One page of the list of these students; a number that is too large is the last page's."""

    def __init__(self, students: Sequence[StudentResult], page: int) -> None:
        self._students = students
        self.last = max(1, ceil(len(students) / PAGE))
        self.number = min(max(1, page), self.last)

    @property
    def named(self) -> bool:
        """Whether students have names."""
        return any(student.answers.name for student in self._students)

    @cached_property
    def lines(self) -> list[StudentLine]:
        """The students of the page, in their order."""
        start = PAGE * (self.number - 1)
        return [student_line(student) for student in self._students[start : start + PAGE]]

    @cached_property
    def pages(self) -> list[PageLink]:
        """All pages; none if there is only one."""
        numbers = range(1, self.last + 1) if self.last > 1 else ()
        return [PageLink(number, self._words("students-of-page", number)) for number in numbers]

    @property
    def words(self) -> str:
        """Which students of how many the page has."""
        return self._words("students-shown", self.number)

    def _words(self, key: str, number: int) -> str:
        first, last = PAGE * (number - 1) + 1, min(PAGE * number, len(self._students))
        return say(Message(key, page=number, first=first, last=last, total=len(self._students)))


def student_line(student: StudentResult) -> StudentLine:
    """One student in the list."""
    answers = student.answers
    submitted = short_moment(answers.submitted) if answers.submitted else ""
    points, filled = "", ""
    if student.stored:
        points, filled = points_number(student.points), count_of(student.filled, student.gaps)
    return StudentLine(answers.key, answers.name, points, filled, submitted, student.late)
