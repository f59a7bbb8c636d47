"""The contents of a student's page: the sheet with the answers given so far, and the possible actions."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from ireval.exercises import Question
from ireval.exercises.marking.stages import Stage, stage_change, tried_answers
from ireval.exercises.practice.like_exercise import like_text
from web import store
from web.coursework.marks.class_marking import is_late
from web.coursework.marks.marked_answers import MarkedAnswers, marked_answers
from web.coursework.stored_sheets import marks_wait, sheet_of, variant_of, varies
from web.formulas.formatted_markup import formatted_markup
from web.messages.moments import moment
from web.question.answer_notes import score_in_words
from web.question.question_view import QuestionView, question_view
from web.question.staged_practice import BUTTONS, Practice, practice
from web.sheets.student.remarks import Place, places, remarks_on
from web.store import Answers, Mode, Progress


class ShownExercise(NamedTuple):
    """An exercise as the page shows it, and its state in practice; None if the sheet is not for practice."""

    view: QuestionView
    practice: Practice | None


class StudentPage:
    """A student's sheet, laid out, and the possible actions.

    Marks are shown once answers are submitted; if they are ``waiting``, when the sheet is closed. In practice they are
    shown in stages, and all of them when the sheet is closed. ``since`` is when the answers were read.
    """

    def __init__(self, token: str, sheet: store.Sheet, answers: Answers, since: datetime) -> None:
        self.token, self.key, self.name = token, answers.key, answers.name
        self.sheet = sheet
        self.once = sheet.mode is Mode.ONCE
        self.begun = answers.begun is not None
        self.submitted = moment(answers.submitted) if self.once and answers.submitted else ""
        self.frozen = bool(self.submitted) or not sheet.accepts
        self.deadline = moment(sheet.deadline) if sheet.deadline else ""
        self.waiting = marks_wait(sheet)
        self.done = bool(self.submitted and not self.waiting) or (self.frozen and not self.once)
        self.given = answers.given
        self.since = since
        self.practises = not self.once and not self.frozen
        self._answers = answers
        self._closed = (not sheet.open or sheet.over) and not self.waiting

    @cached_property
    def script(self) -> MarkedAnswers:
        """The answers, marked."""
        return marked_answers(self.sheet, self._answers)

    @property
    def marked(self) -> bool:
        """Whether marks are shown, or answers are submitted, so that the marks can be stored."""
        return self.begun and (bool(self.submitted) or "script" in self.__dict__)

    @property
    def score(self) -> str:
        """The student's points, in words."""
        return score_in_words(self.script.points, sheet_of(self.sheet.body).points, self.script.by_hand)

    @property
    def intro(self) -> Markup:
        """The owner's introduction to the sheet; may be empty."""
        return formatted_markup(sheet_of(self.sheet.body).intro)

    @property
    def ended(self) -> bool:
        """Whether the deadline passed before the student had submitted."""
        return self.sheet.over and self._answers.submitted == self.sheet.deadline

    @property
    def late(self) -> bool:
        """Whether answers were saved or submitted after the deadline."""
        return is_late(self.sheet, self._answers)

    @property
    def milliseconds(self) -> int:
        """Milliseconds until the deadline, for the script, because the browser's clock may be wrong; 0 without one."""
        left = self.sheet.deadline - self.sheet.now if self.sheet.deadline else timedelta()
        return max(0, round(left / timedelta(milliseconds=1)))

    @property
    def others(self) -> bool:
        """Whether the student may practise with other numbers under another key."""
        return not self.once and not self.frozen and varies(self.sheet)

    @property
    def unread(self) -> list[tuple[str, list[Place]]]:
        """The answers with remarks, under the title of their exercise."""
        return list(places(self.questions, self.remarks))

    @property
    def empty(self) -> list[tuple[str, list[Place]]]:
        """The gaps without an answer, under the title of their exercise."""
        missing = {q.id: {part: "" for part, text in self.given_to(q).items() if not text} for q in self.questions}
        return list(places(self.questions, missing))

    @property
    def again(self) -> list[tuple[int, str, str]]:
        """Of a closed sheet, the numbers and titles of exercises to practise with new numbers, and where."""
        texts = _like_texts(self.sheet.body) if self._closed else ()
        return [
            (number, question.title, url_for("practise.begin", like=text, level=2))
            for number, (question, text) in enumerate(zip(self.questions, texts, strict=False), start=1)
            if text
        ]

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The questions of this key."""
        return variant_of(self.sheet.body, self.key).questions

    @cached_property
    def progress(self) -> dict[str, Progress]:
        """The progress in practice, by exercise."""
        return store.store().practice.progress(self.sheet, self.key) if self.practises else {}

    @cached_property
    def remarks(self) -> dict[str, dict[str, str]]:
        """Remarks on answers while they can be changed, by exercise and part."""
        return (
            {} if self.frozen else {q.id: found for q in self.questions if (found := remarks_on(q, self.given_to(q)))}
        )

    @property
    def exercises(self) -> list[ShownExercise]:
        """The exercises with their answers and, if marks are shown, their marks."""
        return [self._exercise(question, number) for number, question in enumerate(self.questions, start=1)]

    def given_to(self, question: Question) -> dict[str, str]:
        """Return the answers to a question by the id of their part; empty text for no answer."""
        return {part.id: self.given.get((question.id, part.id), "") for part in question.parts}

    def is_over(self, exercise: str) -> bool:
        """Whether the solution of an exercise was shown in practice, so that its answers stay as they are."""
        return self.progress.get(exercise, Progress()).stage == Stage.SOLUTION

    def ask(self, exercise: str, button: str) -> None:
        """Note that a student requested a stage of an exercise."""
        question = next((q for q in self.questions if q.id == exercise), None)
        if question and self.practises:
            answered, most = tried_answers(question, self.given_to(question)), sheet_of(self.sheet.body).tries
            change = stage_change(self.script.of(exercise), answered, BUTTONS[button], most)
            store.store().practice.move(self.sheet, self.key, exercise, change)

    def address(self, *, at: str = "") -> str:
        """Return the page's address, at an exercise or a field if one is named."""
        return url_for("student.work", token=self.token, key=self.key, _anchor=at or None)

    def _exercise(self, question: Question, number: int) -> ShownExercise:
        given, progress = self.given_to(question), self.progress.get(question.id, Progress())
        marked = self.script.of(question.id) if self.done or progress.stage else None
        shown = None
        if self.practises:
            shown = practice(marked, tried_answers(question, given), progress, sheet_of(self.sheet.body).tries)
        stage = shown.stage if shown else Stage.SOLUTION
        view = question_view(
            question,
            number,
            given,
            marked if stage else None,
            disabled=self.frozen or self.is_over(question.id),
            stage=stage,
            solved=self.is_over(question.id),
            remarks=self.remarks.get(question.id),
        )
        return ShownExercise(view, shown)


@lru_cache(maxsize=64)
def _like_texts(body: str) -> tuple[str, ...]:
    """What addresses of practice say of the exercises of a stored sheet; empty where no new numbers can be drawn."""
    sheet = sheet_of(body)
    return tuple(like_text(sheet, exercise) for exercise in sheet.exercises)
