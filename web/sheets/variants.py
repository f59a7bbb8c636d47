"""Questions of a sheet for a key, kept for the next request: one exercise changed leaves the others as they were."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from ireval.errors import InputError
from ireval.exercises import Exercise, Question, Sheet, variant
from web.sheets.showing import Asked, keyed


def question(sheet: Sheet, exercise: Exercise, key: str) -> Question:
    """One exercise as the student with this key gets it. Raises ``InputError`` where none can be made."""
    made = _made(_alone(sheet, exercise), key)
    if isinstance(made, InputError):
        raise made
    return made


def on_key(sheet: Sheet, exercise: Exercise, key: str, number: int) -> Asked:
    """One exercise as the key shows it. Raises ``InputError`` where no question can be made."""
    return _keyed(_alone(sheet, exercise), key, number)


def questions(sheet: Sheet, key: str) -> list[Question]:
    """The sheet's questions. Raises ``InputError`` where one cannot be made."""
    return [question(sheet, exercise, key) for exercise in sheet.exercises]


@dataclass(frozen=True)
class _Alone:
    """A sheet of one exercise, told from others by its bytes: a question depends on nothing else."""

    data: bytes
    sheet: Sheet = field(compare=False)


def _alone(sheet: Sheet, exercise: Exercise) -> _Alone:
    alone = replace(sheet, title="", policy="once", exercises=(exercise,))
    return _Alone(alone.to_json(), alone)


@lru_cache(maxsize=4096)
def _made(alone: _Alone, key: str) -> Question | InputError:
    try:
        return variant(alone.sheet, key).questions[0]
    except InputError as error:
        return error


@lru_cache(maxsize=256)
def _keyed(alone: _Alone, key: str, number: int) -> Asked:
    made = _made(alone, key)
    if isinstance(made, InputError):
        raise made
    return keyed(made, number)
