"""Marks a class, some students at each request, and stores the marks: no request must mark a whole class."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import current_app

from web import store
from web.coursework.marks.marked_answers import MarkedAnswers, mark
from web.coursework.marks.stored_marks import Marks, marks_of, packed, sheet_version, state_of, unpacked
from web.store import Answers, StudentRecord

SECONDS = 0.3  # that a request spends on marking, so that the page opens in half a second

_turn = threading.Lock()  # a process marks for one request at a time


@dataclass(frozen=True)
class StudentResult:
    """A student of a class with the marks; they are ``current`` if they are those of the latest answers.

    Until changed answers are marked, the earlier marks are shown; ``stored`` is empty if there are none. ``late`` says
    whether answers were saved or submitted after the deadline.
    """

    answers: Answers
    late: bool
    stored: str
    current: bool = True

    @cached_property
    def marks(self) -> Marks | None:
        """The marks; None if there are none."""
        return unpacked(self.stored) if self.stored else None

    @property
    def points(self) -> float:
        """All points together."""
        return sum(x.points for x in self.marks or ())

    @property
    def by_hand(self) -> float:
        """The points that a person has to give or refuse; they are not among ``points``."""
        return sum(x.by_hand for x in self.marks or ())

    @property
    def gaps(self) -> int:
        """The number of gaps of the sheet."""
        return sum(len(x.parts) for x in self.marks or ())

    @property
    def filled(self) -> int:
        """The number of gaps with an answer."""
        return sum(part.outcome != "blank" for x in self.marks or () for part in x.parts)


def is_late(sheet: store.Sheet, answers: Answers, *, saved_late: bool = False) -> bool:
    """Whether a student saved or submitted answers after the deadline."""
    deadline = sheet.of(answers.key).deadline
    after = answers.submitted and deadline and answers.submitted > deadline
    return bool(answers.late or saved_late or after)


def student_result(sheet: store.Sheet, found: MarkedAnswers) -> StudentResult:
    """One student whose answers were marked just now."""
    return StudentResult(found.answers, is_late(sheet, found.answers), packed(marks_of(found.marked)))


def _stored_result(sheet: store.Sheet, record: StudentRecord) -> StudentResult:
    """A student with the stored marks; without them if they were made by another version of the program."""
    usable = record.state.startswith(sheet_version(sheet.body))
    return StudentResult(
        record.answers,
        is_late(sheet, record.answers, saved_late=record.late),
        record.marks if usable else "",
        record.state == state_of(sheet.body, record.version),
    )


def keep_marks(sheet: store.Sheet, key: str) -> None:
    """Store the marks of one student, unless they are stored already."""
    record = store.store().marks.student(sheet, key)
    if record and record.state != state_of(sheet.body, record.version):
        store.store().marks.keep(sheet, {key: _mark_student(sheet, key)})


def marked_class(sheet: store.Sheet) -> list[StudentResult]:
    """Mark some more students within a limited time; returns all students of the class.

    A student's ``current`` says whether the marks are those of the latest answers.
    """
    found = [_stored_result(sheet, record) for record in store.store().marks.students(sheet)]
    waiting = [place for place, result in enumerate(found) if not result.current]
    if waiting and _turn.acquire(blocking=False):
        try:
            _mark_some(sheet, found, waiting)
        finally:
            _turn.release()
    return found


def _mark_some(sheet: store.Sheet, found: list[StudentResult], waiting: Sequence[int]) -> None:
    """Mark the students at some of the places, replace their results, and store the marks."""
    end = time.monotonic() + current_app.config.get("MARKING_SECONDS", SECONDS)
    new_marks: dict[str, tuple[str, str]] = {}
    for place in waiting:
        key = found[place].answers.key
        new_marks[key] = _mark_student(sheet, key)
        found[place] = replace(found[place], stored=new_marks[key][1], current=True)
        if time.monotonic() >= end:
            break
    store.store().marks.keep(sheet, new_marks)


def class_results(sheet: store.Sheet, *, with_answers: bool) -> Iterator[StudentResult]:
    """Yield each student, perhaps with the answers. A student whose marks are not current is marked then."""
    for record in store.store().marks.students(sheet, with_answers=with_answers):
        found = _stored_result(sheet, record)
        if not found.current:
            key = record.answers.key
            given = record.answers.given if with_answers else store.store().marks.versioned_answers(sheet, key)[1]
            found = replace(found, stored=packed(marks_of(mark(sheet.body, key, given))), current=True)
        yield found


def _mark_student(sheet: store.Sheet, key: str) -> tuple[str, str]:
    """Mark a student; returns the state and the text of the marks, as they are stored."""
    version, given = store.store().marks.versioned_answers(sheet, key)
    return state_of(sheet.body, version), packed(marks_of(mark(sheet.body, key, given)))
