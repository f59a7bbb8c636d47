"""What is checked of an exercise: whether a question can be made of it, and if not, where that is seen."""

from __future__ import annotations

from ireval.errors import InputError, nearest
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.gap_table import MOST_GAPS
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.sheet.model import MOST_RANKS, Exercise, Sheet
from ireval.exercises.sheet.sheet_reader import read_sheet
from ireval.exercises.variants.variant import make_question
from ireval.measure.spelling import parse

_KEY = "CHECK"


def from_json(text: str | bytes) -> Sheet:
    """The sheet that ``to_json`` wrote. Raises ``InputError`` that names the place, as ``exercises[2].measure``."""
    sheet = read_sheet(text)
    for place, exercise in enumerate(sheet.exercises):
        check(sheet, exercise, f"exercises[{place}]")
    return sheet


def check(sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError``, its field beginning with ``where``, for an exercise that no question can be made of."""
    if exercise.kind not in KINDS:
        raise InputError(f"{where}.kind", f"There is no kind “{exercise.kind}”.", nearest(exercise.kind, KINDS))
    kind = KINDS[exercise.kind]
    for name in ("measure", "list", "second", "columns"):
        if getattr(exercise, name) and name not in kind.takes:
            raise InputError(f"{where}.{name}", f"The kind “{kind.key}” has no {name}.", "Leave it out.")
    if exercise.task and exercise.task not in kind.tasks:
        hint = nearest(exercise.task, kind.tasks) if kind.tasks else "Leave it out."
        raise InputError(f"{where}.task", f"The kind “{kind.key}” has no task “{exercise.task}”.", hint)
    if "measure" in kind.takes:
        _check_measure(exercise, where)
    kind.check(sheet, exercise, where)
    _check_lists(sheet, exercise, kind, where)
    _check_question(sheet, exercise, kind, where)


def _check_measure(exercise: Exercise, where: str) -> None:
    if not exercise.measure:
        raise InputError(f"{where}.measure", "The measure is missing.", "Give AP, for one.")
    try:
        spec = parse(exercise.measure)
    except InputError as error:
        raise InputError(f"{where}.measure", error.message, error.suggestion) from None
    if spec.own.get("k", 0) > MOST_RANKS:
        message = f"A cutoff of {spec.own['k']} is too deep for an exercise."
        raise InputError(f"{where}.measure", message, f"Take {MOST_RANKS} or less.")


def _check_lists(sheet: Sheet, exercise: Exercise, kind: Kind, where: str) -> None:
    if exercise.list and exercise.generated:
        message = "An exercise has a fixed list or generated ones, not both."
        raise InputError(f"{where}.generated", message, "Leave one out.")
    if "second" in kind.takes and (exercise.list is None) != (exercise.second is None):
        missing = "second" if exercise.second is None else "list"
        raise InputError(f"{where}.{missing}", "Two fixed lists are compared; one is missing.", "Give both or none.")
    for name, ranked in (("list", exercise.list), ("second", exercise.second)):
        if ranked and "measure" in kind.takes:
            table = ExerciseDraw(sheet, exercise, Stream()).table(ranked)
            if table.value is None:
                message = f"{table.spec} has no value on this list: {table.remark}."
                raise InputError(f"{where}.{name}", message, "Change the list.")


def _check_question(sheet: Sheet, exercise: Exercise, kind: Kind, where: str) -> None:
    """Make the question for one key: what has no list for that has hardly one for another."""
    at = f"{where}.list" if exercise.list else f"{where}.generated" if exercise.generated else where
    if exercise.list and kind.longest and len(exercise.list.labels) > kind.longest:
        message = f"{len(exercise.list.labels)} documents are more than the {kind.longest} of the kind “{kind.key}”."
        raise InputError(at, message, "Shorten the list.")
    try:
        question = make_question(sheet, exercise, _KEY).question
    except InputError as error:
        raise InputError(at, error.message, error.suggestion) from None
    if len(question.parts) > MOST_GAPS:
        message = f"The table would have {len(question.parts)} gaps; {MOST_GAPS} are allowed."
        raise InputError(at, message, "Shorten the list, or fill fewer columns.")
