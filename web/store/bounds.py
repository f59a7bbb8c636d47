"""How much the store takes. What is too much, or no text, is refused with the limit named."""

from __future__ import annotations

import re
from datetime import timedelta

from ireval.errors import InputError

BODY = 200_000  # bytes of a sheet
TITLE = 200  # characters, as the next three
KEY = 64
NAME = 64  # of an exercise or a part
ANSWER = 2_000
ANSWERS = 500  # of one student to one sheet
TEXT = 50_000  # characters of all these answers together
STUDENTS = 2_000  # of one sheet
DAYS = 3_650

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # all but tab and new line; and half characters


def line(field: str, what: str, text: str, most: int) -> str:
    """One line of text without blanks around it."""
    text = " ".join(text.split())
    if not text:
        raise InputError(field, f"{what} is missing.", f"It has 1 to {most:,} characters.")
    return _checked(field, what, text, most)


def answer(text: str) -> str:
    """An answer, which may be empty and have several lines."""
    return _checked("answer", "The answer", text.strip().replace("\r\n", "\n").replace("\r", "\n"), ANSWER)


def body(text: str) -> str:
    """The JSON text of a sheet."""
    if len(text) > BODY or len(_checked("sheet", "The sheet", text, BODY).encode()) > BODY:
        raise InputError("sheet", f"The sheet has more than {BODY // 1000:,} kB.", "Use fewer or shorter exercises.")
    return text


def days(lifetime: timedelta) -> timedelta:
    """How long a sheet is kept."""
    if not timedelta() < lifetime <= timedelta(days=DAYS):
        raise InputError("lifetime", f"A sheet is kept for more than 0 and at most {DAYS:,} days.")
    return lifetime


def answers(number: int, characters: int) -> None:
    """What a student's answers would come to with a new one."""
    if number > ANSWERS:
        raise InputError("answer", f"A sheet takes {ANSWERS:,} answers of a student, and no more.")
    if characters > TEXT:
        raise InputError(
            "answer", f"A student's answers have {TEXT:,} characters together, and no more.", "Shorten some."
        )


def students(number: int) -> None:
    """How many students a sheet would have with a new one."""
    if number > STUDENTS:
        raise InputError(
            "key", f"A sheet takes answers of {STUDENTS:,} students, and no more.", "Publish a copy of it."
        )


def _checked(field: str, what: str, text: str, most: int) -> str:
    if len(text) > most:
        raise InputError(field, f"{what} has {len(text):,} characters; at most {most:,} are taken.", "Shorten it.")
    found = CONTROL.search(text)
    if found:
        raise InputError(field, f"{what} has a sign that is not text at character {found.start() + 1}.", "Take it out.")
    return text
