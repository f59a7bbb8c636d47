"""What a student's page shows: the sheet with the answers given so far, and what can be done with it now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from flask import url_for

from web import store
from web.sheets.class_results import MarkedAnswers, marked_answers, moment
from web.sheets.question_view import QuestionView, points, points_number, question_view
from web.sheets.stored_sheets import marks_wait, sheet_of, variant_of, varies
from web.store import Answers, Mode


class StudentPage:
    """A student's sheet, laid out, and what can be done with it now.

    Marks are shown of the exercises that are ``checked``; of all, once answers are submitted or practice is over. Where
    they are ``waiting``, they are told when the sheet is closed.
    """

    def __init__(self, token: str, sheet: store.Sheet, answers: Answers, checked: Iterable[str] = ()) -> None:
        self.token, self.key = token, answers.key
        self.sheet = sheet
        self.once = sheet.mode is Mode.ONCE
        self.begun = answers.begun is not None
        self.submitted = moment(answers.submitted) if self.once and answers.submitted else ""
        self.frozen = bool(self.submitted) or not sheet.open
        self.waiting = marks_wait(sheet)
        self.done = bool(self.submitted and not self.waiting) or (self.frozen and not self.once)
        self.given = answers.given
        self._answers = answers
        self._checked = frozenset() if self.once else frozenset(checked)

    @cached_property
    def script(self) -> MarkedAnswers:
        """The answers, marked."""
        return marked_answers(self.sheet, self._answers)

    @property
    def score(self) -> str:
        """All points, in words."""
        return f"{points_number(self.script.points)} of {points(sheet_of(self.sheet.body).points)}"

    @property
    def others(self) -> bool:
        """Whether another key has other numbers to practise with."""
        return not self.once and not self.frozen and varies(self.sheet)

    @property
    def state(self) -> str:
        """What a script that has not sent anything yet says of the answers."""
        return "All answers are saved" if self.given else "Answers are saved as you type"

    @property
    def empty(self) -> int:
        """How many gaps are not filled."""
        return self.script.gaps - self.script.filled

    @property
    def exercises(self) -> list[QuestionView]:
        """The exercises with what was answered, and where that is to be shown, the marks."""
        return [
            question_view(
                question,
                number,
                {part.id: self.given.get((question.id, part.id), "") for part in question.parts},
                self.script.of(question.id) if self.shows(question.id) else None,
                disabled=self.frozen,
                trying=not self.done,
            )
            for number, question in enumerate(variant_of(self.sheet.body, self.key).questions, start=1)
        ]

    def shows(self, exercise: str) -> bool:
        """Whether the marks of an exercise are to be seen."""
        return self.done or exercise in self._checked

    def address(self, *, also: str = "") -> str:
        """The page's own, with the marks of one more exercise."""
        asked = [q.id for q in variant_of(self.sheet.body, self.key).questions]
        checked = [name for name in asked if name == also or name in self._checked]
        anchor = f"exercise-{also}" if also else None
        return url_for("student.work", token=self.token, key=self.key, checked=checked or None, _anchor=anchor)
