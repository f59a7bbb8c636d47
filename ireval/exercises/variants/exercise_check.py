"""Checks that a question can be made from an exercise; an error names the field that prevents it."""

from __future__ import annotations

from ireval.errors import InputError, nearest
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.calculations.gap_table import MOST_GAPS
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.sheet.model import MOST_RANKS, Exercise, Sheet
from ireval.exercises.sheet.sheet_reader import read_sheet
from ireval.exercises.variants.variant import make_question
from ireval.measure.spelling import parse
from ireval.messages.message import Message

_KEY = "CHECK"
#: The fields of exercises that only some kinds have.
_ONLY_SOME = ("measure", "list", "second", "columns", "lists", "text", "answer", "tolerance", "options", "printed")


def from_json(text: str | bytes) -> Sheet:
    """Read and check a sheet in JSON. Raises ``InputError`` naming the field, such as ``exercises[2].measure``."""
    sheet = read_sheet(text)
    for place, exercise in enumerate(sheet.exercises):
        check(sheet, exercise, f"exercises[{place}]")
    return sheet


def check(sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError``, its field beginning with ``where``, if no question can be made from the exercise."""
    if exercise.kind not in KINDS:
        hint = nearest(exercise.kind, KINDS)
        raise InputError(f"{where}.kind", "unknown-kind", kind=exercise.kind, hint=hint)
    kind, sheet = KINDS[exercise.kind], sheet.for_exercise(exercise)
    for name in _ONLY_SOME:
        if getattr(exercise, name) and name not in kind.takes:
            raise InputError(f"{where}.{name}", "kind-without-field", kind=kind.key, field=name)
    if exercise.task and exercise.task not in kind.tasks:
        hint = nearest(exercise.task, kind.tasks) if kind.tasks else Message("leave-it-out")
        raise InputError(f"{where}.task", "unknown-task", kind=kind.key, task=exercise.task, hint=hint)
    if "measure" in kind.takes:
        _check_measure(exercise, where)
    kind.check(sheet, exercise, where)
    _check_lists(sheet, exercise, kind, where)
    _check_question(sheet, exercise, kind, where)


def _check_measure(exercise: Exercise, where: str) -> None:
    if not exercise.measure:
        raise InputError(f"{where}.measure", "measure-missing")
    try:
        spec = parse(exercise.measure)
    except InputError as error:
        raise error.at(f"{where}.measure") from None
    if spec.own.get("k", 0) > MOST_RANKS:
        raise InputError(f"{where}.measure", "cutoff-too-deep", cutoff=spec.own["k"], most=MOST_RANKS)


def _check_lists(sheet: Sheet, exercise: Exercise, kind: Kind, where: str) -> None:
    if exercise.list and exercise.generated:
        raise InputError(f"{where}.generated", "fixed-and-drawn")
    if "second" in kind.takes and (exercise.list is None) != (exercise.second is None):
        missing = "second" if exercise.second is None else "list"
        raise InputError(f"{where}.{missing}", "second-list-missing")
    for name, ranked in (("list", exercise.list), ("second", exercise.second)):
        if ranked and "measure" in kind.takes:
            table = ExerciseDraw(sheet, exercise, Stream()).table(ranked)
            if table.value is None:
                values = {"measure": str(table.spec), "reason": table.remark}
                raise InputError(f"{where}.{name}", "no-score-on-list", **values)


def _check_question(sheet: Sheet, exercise: Exercise, kind: Kind, where: str) -> None:
    """Make the question for one key: if no list is found for it, other keys will hardly have one."""
    at = f"{where}.list" if exercise.list else f"{where}.generated" if exercise.generated else where
    if exercise.list and kind.longest and len(exercise.list.labels) > kind.longest:
        raise InputError(at, "exercise-list-too-long", count=len(exercise.list.labels), most=kind.longest)
    try:
        question = make_question(sheet, exercise, _KEY).question
    except InputError as error:
        raise error.at(at) from None
    if len(question.parts) > MOST_GAPS:
        raise InputError(at, "too-many-gaps", count=len(question.parts), most=MOST_GAPS)
