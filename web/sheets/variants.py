"""Questions of a sheet for a key, kept for the next request: one exercise changed leaves the others as they were."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ireval.errors import InputError
from ireval.exercises import Exercise, Question, Sheet, from_json, variant
from web.sheets.showing import Asked, keyed


def question(sheet: Sheet, exercise: Exercise, key: str) -> Question:
    """One exercise as the student with this key gets it. Raises ``InputError`` where none can be made."""
    made = _question(_alone(sheet, exercise), key)
    if isinstance(made, InputError):
        raise made
    return made


def on_key(sheet: Sheet, exercise: Exercise, key: str, number: int) -> Asked:
    """One exercise as the key shows it. Raises ``InputError`` where no question can be made."""
    return _keyed(_alone(sheet, exercise), key, number)


def questions(sheet: Sheet, key: str) -> list[Question]:
    """The sheet's questions. Raises ``InputError`` where one cannot be made."""
    return [question(sheet, exercise, key) for exercise in sheet.exercises]


def _alone(sheet: Sheet, exercise: Exercise) -> bytes:
    """A question depends on its own exercise and the sheet's settings alone."""
    return replace(sheet, title="", policy="once", exercises=(exercise,)).to_json()


@lru_cache(maxsize=4096)
def _question(sheet: bytes, key: str) -> Question | InputError:
    try:
        return variant(from_json(sheet), key).questions[0]
    except InputError as error:
        return error


@lru_cache(maxsize=256)
def _keyed(sheet: bytes, key: str, number: int) -> Asked:
    made = _question(sheet, key)
    if isinstance(made, InputError):
        raise made
    return keyed(made, number)
