"""A cache of questions by sheet and key, so that a change of one exercise does not make the others again.

The questions are those of ``ireval.exercises.variant``, made one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import takewhile

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, Question, Sheet, clean_key
from ireval.exercises.variants.variant import make_question
from web.sheets.question_view import QuestionView, key_view


def question(sheet: Sheet, exercise: Exercise, key: str) -> Question:
    """One exercise as the student with this key gets it. Raises ``InputError`` if it cannot be made."""
    return _sure(_made(_alone(sheet, exercise, clean_key(key)), clean_key(key)))


def cached_key_view(sheet: Sheet, exercise: Exercise, key: str, number: int) -> QuestionView:
    """One exercise as the answer key shows it. Raises ``InputError`` if it cannot be made."""
    return _keyed(_alone(sheet, exercise, clean_key(key)), clean_key(key), number)


def questions(sheet: Sheet, key: str) -> list[Question]:
    """The sheet's questions. Raises ``InputError`` if one of them cannot be made."""
    return [question(sheet, exercise, key) for exercise in sheet.exercises]


@dataclass(frozen=True)
class _Alone:
    """A sheet with one exercise, compared by its bytes, and the situations and tasks that others have ``taken``."""

    data: bytes
    sheet: Sheet = field(compare=False)
    taken: frozenset[str]


def _alone(sheet: Sheet, exercise: Exercise, key: str) -> _Alone:
    """The exercise alone, with what others have taken if it draws a situation or task."""
    taken = set[str]()
    if KINDS[exercise.kind].draws_task(exercise):
        taken = {x.task for x in sheet.exercises if x.task}
        for other in takewhile(lambda x: x.id != exercise.id, sheet.exercises):
            if other.kind == exercise.kind and not other.task:
                found = _made(_one(sheet, other, taken), key)
                taken |= {found.drawn} if isinstance(found, Question) else set()
    return _one(sheet, exercise, taken)


def _one(sheet: Sheet, exercise: Exercise, taken: set[str]) -> _Alone:
    alone = replace(sheet, title="", policy="once", exercises=(exercise,))
    return _Alone(alone.to_json(), alone, frozenset(taken))


@lru_cache(maxsize=4096)
def _made(alone: _Alone, key: str) -> Question | InputError:
    try:
        return make_question(alone.sheet, alone.sheet.exercises[0], key, alone.taken).question
    except InputError as error:
        return error


@lru_cache(maxsize=256)
def _keyed(alone: _Alone, key: str, number: int) -> QuestionView:
    return key_view(_sure(_made(alone, key)), number)


def _sure(found: Question | InputError) -> Question:
    if isinstance(found, InputError):
        raise found
    return found
