"""Variants of a sheet: the questions that one student gets, always the same ones for a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.errors import InputError
from ireval.exercises.generator.acceptance import PATIENCE, REFUSED
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.generator.variant_keys import clean_key
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.question.question import Question, Variant
from ireval.exercises.sheet.model import (
    GENERATOR,
    LEAST_DECIMALS,
    MOST_DECIMALS,
    MOST_EXERCISES,
    MOST_SEED,
    Exercise,
    Generated,
    Sheet,
)


@dataclass(frozen=True)
class Made:
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
        questions.append(made(sheet, exercise, clean, frozenset(taken)).question)
        taken.add(questions[-1].drawn)
    return Variant(sheet, clean, tuple(questions))


def made(sheet: Sheet, exercise: Exercise, key: str, taken: frozenset[str] = frozenset()) -> Made:
    """One exercise's question. Raises ``InputError`` where no list that was drawn is good for it.

    The first list of the best grade so far is taken once ``PATIENCE`` with that grade is over. Situations and tasks
    that are ``taken`` are drawn only where no others are left.
    """
    best: Made | None = None
    for draw in range(1 if exercise.list else PATIENCE[-1]):
        stream = Stream(sheet.generator, sheet.seed, exercise.id, key, draw)
        question, grade = KINDS[exercise.kind].make(ExerciseDraw(sheet, exercise, stream, taken))
        if exercise.list and question.parts:
            return Made(question, 1, grade)  # a fixed list is taken as it is
        if grade < (best.grade if best else REFUSED):
            best = Made(question, draw + 1, grade)
        if best and draw + 1 >= PATIENCE[best.grade]:
            return replace(best, draws=draw + 1)
    if exercise.list:
        message = f"No question of the kind “{exercise.kind}” can be made of this list."
        raise InputError(exercise.id, message, "Change the list, or let lists be drawn.")
    message = f"No good list was found for exercise {exercise.id} ({exercise.measure or exercise.kind})."
    raise InputError(exercise.id, message, "Give more decimals, longer lists, a lower cutoff or a fixed list.")


def make_sheet(
    seed: int,
    exercises: int = 6,
    *,
    conventions: str = DEFAULT_PRESET,
    overrides: Mapping[str, Any] | None = None,
    decimals: int = 3,
    title: str = "",
) -> Sheet:
    """A sheet with so many exercises, drawn from ``seed``: kind after kind, each with a measure that was not yet there.

    Raises ``InputError`` for a number out of range, or conventions that there are not.
    """
    _in_range("seed", seed, 0, MOST_SEED)
    _in_range("exercises", exercises, 1, MOST_EXERCISES)
    _in_range("decimals", decimals, LEAST_DECIMALS, MOST_DECIMALS)
    stream = Stream("sheet", GENERATOR, seed)
    drawn: list[Exercise] = []
    for place in range(exercises):
        kind = list(KINDS.values())[place % len(KINDS)]
        before = Counter(x.measure for x in drawn)
        measure = min(stream.shuffled(kind.measures), key=lambda name: before[name], default="")
        generated = Generated() if "list" in kind.takes else None
        drawn.append(Exercise(f"e{place + 1}", kind.key, measure, kind.points, generated=generated))
    chosen = effective(conventions, overrides)
    values = {name: chosen[name] for name in overrides or {}}
    return Sheet(title or f"Sheet {seed}", seed, tuple(drawn), conventions, values, decimals)


def _in_range(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InputError(field, f"{value} is out of range.", f"Give a whole number from {least} to {most}.")
