"""The limits of what the store accepts; other values raise an ``InputError`` that names the limit."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from ireval.errors import InputError
from ireval.messages import Message

BODY = 200_000  # bytes of a sheet
SUMMARY = 200_000  # characters of a collection's summary
PART_NAME = 2_000  # bytes of the name of a collection's part, such as a run's or a docno
TITLE = 200  # characters, as the next three
KEY = 64
NAME = 64  # of an exercise or a part
ANSWER = 2_000
ANSWERS = 500  # of one student to one sheet
TEXT = 50_000  # characters of all these answers together
STUDENTS = 2_000  # of one sheet, unless the operator sets another number
SPREAD = 240  # minutes over which a start may be staggered
MINUTES = 14_400  # after a staggered start, for each student: ten days
STUDENT_NAME = 100  # characters
DAYS = 3_650

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # control characters except tab and new line; surrogates


class Limits(NamedTuple):
    """The most bytes of all sheets with their answers, and of all collections; None sets no limit.

    ``students`` is the largest number of students of one sheet.
    """

    sheets: int | None = None
    collections: int | None = None
    students: int = STUDENTS


def line(field: str, what: Message, text: str, most: int) -> str:
    """One line of text without spaces around it. ``what`` names it in an error."""
    text = " ".join(text.split())
    if not text:
        raise InputError(field, "stored-text-missing", what=what, most=most)
    return _checked(field, what, text, most)


def answer(text: str) -> str:
    """An answer, which may be empty and have several lines."""
    return _checked("answer", Message("stored-answer"), text.strip().replace("\r\n", "\n").replace("\r", "\n"), ANSWER)


def body(text: str) -> str:
    """The JSON text of a sheet."""
    if len(text) > BODY or len(_checked("sheet", Message("stored-sheet"), text, BODY).encode()) > BODY:
        raise InputError("sheet", "stored-sheet-too-large", most=BODY // 1000)
    return text


def summary(text: str) -> str:
    """The JSON text of a collection's summary."""
    return _checked("summary", Message("stored-summary"), text, SUMMARY)


def part_name(text: str) -> str:
    """The name of a collection's part, which may be empty."""
    if len(text.encode("utf-8", "replace")) > PART_NAME:
        raise InputError("name", "stored-part-name-too-long", name=text, most=PART_NAME)
    return _checked("name", Message("stored-part-name"), text, PART_NAME)


def days(lifetime: timedelta) -> timedelta:
    """The time for which a sheet is kept, if that is within the limits."""
    if not timedelta() < lifetime <= timedelta(days=DAYS):
        raise InputError("lifetime", "lifetime-out-of-range", most=DAYS)
    return lifetime


def times(opens: datetime | None, deadline: datetime | None, expires: datetime, field: str) -> None:
    """Refuse a deadline that is not after the opening time, and times after the sheet has expired."""
    if opens and deadline and deadline <= opens:
        raise InputError("deadline", "deadline-before-opening")
    if max(opens or expires, deadline or expires) > expires:
        raise InputError(field, "deadline-after-expiry")


def answers(number: int, characters: int) -> None:
    """Refuse a new answer if the student would then have too many answers, or too many characters in all of them."""
    if number > ANSWERS:
        raise InputError("answer", "too-many-answers", most=ANSWERS)
    if characters > TEXT:
        raise InputError("answer", "answers-too-long", most=TEXT)


def stagger(opens: datetime | None, deadline: datetime | None, spread: int, minutes: int) -> None:
    """Refuse a staggered start that is too long, has no opening time, or leaves no time to the last students."""
    if not 0 <= spread <= SPREAD:
        raise InputError("spread", "spread-out-of-range", most=SPREAD)
    if not 0 <= minutes <= MINUTES:
        raise InputError("minutes", "minutes-out-of-range", most=MINUTES)
    if spread and not opens:
        raise InputError("opens", "staggered-start-needs-opening")
    if minutes and not spread:
        raise InputError("minutes", "minutes-need-staggered-start")
    if minutes and deadline:
        raise InputError("deadline", "two-deadlines")
    if spread and opens and deadline and deadline <= opens + timedelta(minutes=spread):
        raise InputError("deadline", "deadline-before-last-start")


def students(number: int, most: int) -> None:
    """Refuse a new student if the sheet would then have more than ``most``."""
    if number > most:
        raise InputError("key", "too-many-students", most=most)


def _checked(field: str, what: Message, text: str, most: int) -> str:
    if len(text) > most:
        raise InputError(field, "stored-text-too-long", what=what, count=len(text), most=most)
    found = CONTROL.search(text)
    if found:
        raise InputError(field, "stored-text-not-plain", what=what, position=found.start() + 1)
    return text
