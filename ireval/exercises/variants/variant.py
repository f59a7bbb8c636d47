"""Variants of a sheet: the questions that one student gets, always the same ones for a key."""

from __future__ import annotations

from typing import NamedTuple

from ireval.errors import InputError
from ireval.exercises.generator.acceptance import PATIENCE, REFUSED
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.generator.variant_keys import clean_key
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.question.question import Question, Variant
from ireval.exercises.sheet.model import Exercise, Sheet


class MadeQuestion(NamedTuple):
    """A question, after how many draws it was found, and how good its lists are: see ``acceptance``."""

    question: Question
    draws: int
    grade: int


def variant(sheet: Sheet, key: str) -> Variant:
    """The sheet as the student with this key gets it. Raises ``InputError`` for what is no key.

    It depends on the sheet's seed and version, each exercise's id and content, and the key, in capitals or not; and on
    other exercises only lest the same situation or task be drawn twice.
    """
    clean, questions = clean_key(key), list[Question]()
    taken = {exercise.task for exercise in sheet.exercises}
    for exercise in sheet.exercises:
        questions.append(make_question(sheet, exercise, clean, frozenset(taken)).question)
        taken.add(questions[-1].drawn)
    return Variant(sheet, clean, tuple(questions))


def make_question(sheet: Sheet, exercise: Exercise, key: str, taken: frozenset[str] = frozenset()) -> MadeQuestion:
    """One exercise's question. Raises ``InputError`` where no list that was drawn is good for it.

    The first list of the best grade so far is taken once ``PATIENCE`` with that grade is over. Situations and tasks
    that are ``taken`` are drawn only where no others are left.
    """
    best: MadeQuestion | None = None
    for draw in range(1 if exercise.list else PATIENCE[-1]):
        stream = Stream(sheet.generator, sheet.seed, exercise.id, key, draw)
        question, grade = KINDS[exercise.kind].make(ExerciseDraw(sheet, exercise, stream, taken))
        if exercise.list and question.parts:
            return MadeQuestion(question, 1, grade)  # a fixed list is taken as it is
        if grade < (best.grade if best else REFUSED):
            best = MadeQuestion(question, draw + 1, grade)
        if best and draw + 1 >= PATIENCE[best.grade]:
            return best._replace(draws=draw + 1)
    if exercise.list:
        message = f"No question of the kind “{exercise.kind}” can be made of this list."
        raise InputError(exercise.id, message, "Change the list, or let lists be drawn.")
    message = f"No good list was found for exercise {exercise.id} ({exercise.measure or exercise.kind})."
    raise InputError(exercise.id, message, "Give more decimals, longer lists, a lower cutoff or a fixed list.")
