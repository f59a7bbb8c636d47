"""What a student's page shows: the sheet with the answers given so far, and the actions possible now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from flask import url_for
from markupsafe import Markup

from web import store
from web.sheets.class_results import MarkedAnswers, marked_answers, moment
from web.sheets.formatted_markup import formatted_markup
from web.sheets.question_view import QuestionView, question_view
from web.sheets.score_words import score_in_words
from web.sheets.stored_sheets import marks_wait, sheet_of, variant_of, varies
from web.store import Answers, Mode


class StudentPage:
    """A student's sheet, laid out, and the actions possible now.

    Marks are shown for the exercises that are ``checked``, and for all once answers are submitted or practice is over.
    If they are ``waiting``, they are shown when the sheet is closed.
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
        """The student's points, in words."""
        return score_in_words(self.script.points, sheet_of(self.sheet.body).points, self.script.by_hand)

    @property
    def intro(self) -> Markup:
        """What the owner wrote for the beginning of the sheet; may be empty."""
        return formatted_markup(sheet_of(self.sheet.body).intro)

    @property
    def others(self) -> bool:
        """Whether the student may practise with other numbers under another key."""
        return not self.once and not self.frozen and varies(self.sheet)

    @property
    def empty(self) -> int:
        """The number of gaps without an answer."""
        return self.script.gaps - self.script.filled

    @property
    def exercises(self) -> list[QuestionView]:
        """The exercises with their answers and, where they are to be shown, their marks."""
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
        """Whether the marks of an exercise are shown."""
        return self.done or exercise in self._checked

    def address(self, *, also: str = "") -> str:
        """The page's address, which also shows the marks of the exercise ``also``."""
        names = [q.id for q in variant_of(self.sheet.body, self.key).questions]
        checked = [name for name in names if name == also or name in self._checked]
        anchor = f"exercise-{also}" if also else None
        return url_for("student.work", token=self.token, key=self.key, checked=checked or None, _anchor=anchor)
