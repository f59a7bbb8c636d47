"""The list of the students on the owner's page, a hundred at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from web.coursework.marks.class_marking import StudentResult
from web.coursework.page_links import ListPage, matches_search
from web.messages.moments import short_moment
from web.question.answer_notes import count_of, points_number


class StudentLine(NamedTuple):
    """One student in the list; points and answers are empty as long as nothing is marked."""

    key: str
    name: str
    points: str
    filled: str
    submitted: Markup | str
    late: bool


class StudentList(ListPage):
    """One page of the list of these students, or of those among them whose name or key contains ``find``."""

    def __init__(self, students: Sequence[StudentResult], page: int, find: str = "") -> None:
        found = [s for s in students if matches_search(find, s.answers.name, s.answers.key)] if find else students
        super().__init__(len(found), page)
        self._students = found
        self.find = find

    @property
    def named(self) -> bool:
        """Whether students have names."""
        return any(student.answers.name for student in self._students)

    @cached_property
    def lines(self) -> list[StudentLine]:
        """The students of the page, in their order."""
        return [student_line(student) for student in self.cut(self._students)]


def student_line(student: StudentResult) -> StudentLine:
    """One student in the list."""
    answers = student.answers
    submitted = short_moment(answers.submitted) if answers.submitted else ""
    points, filled = "", ""
    if student.stored:
        points, filled = points_number(student.points), count_of(student.filled, student.gaps)
    return StudentLine(answers.key, answers.name, points, filled, submitted, student.late)
