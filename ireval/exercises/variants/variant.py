"""Variants of a sheet: the questions for one student's key, always the same for the same key."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from ireval.errors import InputError
from ireval.exercises.generator.acceptance import PATIENCE, REFUSED
from ireval.exercises.generator.random_stream import SHEETS, Stream
from ireval.exercises.generator.variant_keys import clean_key
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.question.question import Question, Variant
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.exercises.variants.time_limit import OutOfTimeError, check_time


class MadeQuestion(NamedTuple):
    """A question, the number of draws it took, and the grade of its lists (see ``acceptance``)."""

    question: Question
    draws: int
    grade: int


def variant(sheet: Sheet, key: str) -> Variant:
    """Return the sheet's questions for the student with this key. Raises ``InputError`` if the key is invalid.

    A question depends on the sheet's seed, secret and version, its exercise's id and content, and the key; and on the
    exercises before it only to avoid drawing a situation or task twice.
    """
    clean, questions = clean_key(key), list[Question]()
    taken = {exercise.task for exercise in sheet.exercises}
    for exercise in sheet.exercises:
        questions.append(make_question(sheet, exercise, clean, frozenset(taken)).question)
        taken.add(questions[-1].drawn)
    return Variant(sheet, clean, tuple(questions))


def make_question(sheet: Sheet, exercise: Exercise, key: str, taken: frozenset[str] = frozenset()) -> MadeQuestion:
    """The question of one exercise. Raises ``InputError`` if none of the lists that were drawn is good enough.

    Situations and tasks that are ``taken`` are drawn only if no others are left. Recent questions are cached, so
    that after a change of one exercise the others are not made again.
    """
    made = _made(OneExercise.of(sheet, exercise, taken), key)
    if isinstance(made, InputError):
        raise made.at(made.field)
    return made


@dataclass(frozen=True)
class OneExercise:
    """A sheet with one exercise, compared by its bytes, and the situations and tasks that others have ``taken``."""

    data: bytes
    sheet: Sheet = field(compare=False)
    taken: frozenset[str]

    @classmethod
    def of(cls, sheet: Sheet, exercise: Exercise, taken: frozenset[str]) -> OneExercise:
        """Return the exercise without fields on which its question does not depend."""
        alone = replace(sheet.for_exercise(exercise), title="", intro="", policy="once", tries=0, exercises=(exercise,))
        return cls(alone.to_json(), alone, taken if KINDS[exercise.kind].draws_task(exercise) else frozenset())


def forget() -> None:
    """Empty the cache of questions, because kinds have changed."""
    _made.cache_clear()


@lru_cache(maxsize=1024)
def _made(alone: OneExercise, key: str) -> MadeQuestion | InputError:
    try:
        return _draw_question(alone.sheet, alone.sheet.exercises[0], key, alone.taken)
    except OutOfTimeError:
        raise  # another attempt may have more time
    except InputError as error:
        return error


def _draw_question(sheet: Sheet, exercise: Exercise, key: str, taken: frozenset[str]) -> MadeQuestion:
    """The first list of the best grade so far is taken after as many draws as ``PATIENCE`` allows for that grade."""
    best: MadeQuestion | None = None
    for draw in range(1 if exercise.list else PATIENCE[-1]):
        check_time(exercise.id)
        stream = Stream(SHEETS, sheet.seed, exercise.id, key, draw, secret=sheet.secret)
        question, grade = KINDS[exercise.kind].make(ExerciseDraw(sheet, exercise, stream, taken))
        if exercise.list and question.parts:
            return MadeQuestion(question, 1, grade)  # a fixed list is used whatever its grade
        if grade < (best.grade if best else REFUSED):
            best = MadeQuestion(question, draw + 1, grade)
        if best and draw + 1 >= PATIENCE[best.grade]:
            return best._replace(draws=draw + 1)
    if exercise.list:
        raise InputError(exercise.id, "no-exercise-on-list", kind=exercise.kind)
    raise InputError(exercise.id, "no-good-list", id=exercise.id, what=exercise.measure or exercise.kind)
