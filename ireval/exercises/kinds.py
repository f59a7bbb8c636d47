"""The kinds of exercises there are, and what is checked of an exercise before a question is made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ireval.errors import InputError, nearest
from ireval.exercises.choosing import make_choose
from ireval.exercises.comparing import make_better
from ireval.exercises.filling import MOST_GAPS, check_columns, make_number, make_table
from ireval.exercises.finding import make_wrong_cell
from ireval.exercises.laying import Setting
from ireval.exercises.model import MOST_RANKS, Exercise, Sheet
from ireval.exercises.question import Question
from ireval.exercises.situations import SITUATIONS
from ireval.exercises.stream import Stream
from ireval.exercises.tasks import AIMS, make_inverse
from ireval.names import parse

#: Makes a question, and says how good its lists are: see ``accepting``.
Make = Callable[[Setting], tuple[Question, int]]


@dataclass(frozen=True)
class Kind:
    """A kind of exercise: ``measures`` are those that sheets made from a seed use, as spelled.

    ``takes`` are the fields of an exercise that it needs or may have: ``measure``, ``list``, ``second``, ``columns``.
    ``tasks`` are its situations or tasks by key, each with a title. ``points`` are the usual ones,
    ``longest`` is how long a fixed list may be, 0 for as long as any.
    """

    key: str
    title: str
    sentence: str
    make: Make
    takes: frozenset[str]
    measures: tuple[str, ...] = ()
    tasks: Mapping[str, str] = field(default_factory=dict)
    points: float = 1
    longest: int = 0


_ON_A_LIST = frozenset({"measure", "list"})

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.key: kind
        for kind in (
            Kind(
                "number",
                "One number",
                "Calculate one score.",
                make_number,
                _ON_A_LIST,
                ("AP", "nDCG@5", "Bpref", "P_at_recall@0.5", "AP@5", "alpha_nDCG@5"),
            ),
            Kind(
                "table",
                "Fill the table",
                "Fill columns of a step table, rank by rank.",
                make_table,
                _ON_A_LIST | {"columns"},
                ("nDCG@5", "AP", "Bpref", "alpha_nDCG@5", "P@5"),
                points=4,
            ),
            Kind(
                "better",
                "Which is better",
                "Two systems, one query: which is better, and why?",
                make_better,
                _ON_A_LIST | {"second"},
                ("AP", "nDCG@5", "Bpref", "AP@5"),
                points=3,
            ),
            Kind(
                "wrong-cell",
                "Find the wrong cell",
                "A finished table has one wrong cell: find it and put it right.",
                make_wrong_cell,
                _ON_A_LIST,
                ("nDCG@5", "AP", "Bpref", "alpha_nDCG@5"),
                points=2,
            ),
            Kind(
                "choose",
                "Choose the measure",
                "Which measure fits a situation?",
                make_choose,
                frozenset(),
                tasks={s.key: s.title for s in SITUATIONS.values()},
            ),
            Kind(
                "inverse",
                "The other way round",
                "Change a ranking so that measures rise or fall as asked. Every answer that does it is right.",
                make_inverse,
                frozenset({"list"}),
                tasks={aim.key: aim.title for aim in AIMS.values()},
                longest=20,
                points=2,
            ),
        )
    }
)


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
        check_columns(exercise, where)
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
            table = Setting(sheet, exercise, Stream()).table(ranked)
            if table.value is None:
                message = f"{table.spec} has no value on this list: {table.why}."
                raise InputError(f"{where}.{name}", message, "Change the list.")


def _check_question(sheet: Sheet, exercise: Exercise, kind: Kind, where: str) -> None:
    """Make the question once, as far as that is what tells whether it can be made."""
    at = f"{where}.list" if exercise.list else f"{where}.generated"
    if exercise.list and kind.longest and len(exercise.list.labels) > kind.longest:
        message = f"{len(exercise.list.labels)} documents are more than the {kind.longest} of the kind “{kind.key}”."
        raise InputError(at, message, "Shorten the list.")
    question, _ = kind.make(Setting(sheet, exercise, Stream()))
    if exercise.list and not question.parts:
        message = f"No question of the kind “{kind.key}” can be made of this list."
        raise InputError(at, message, "Change the list, or let lists be drawn.")
    if len(question.parts) > MOST_GAPS:
        message = f"The table would have {len(question.parts)} gaps; {MOST_GAPS} are allowed."
        raise InputError(at, message, "Shorten the list, or fill fewer columns.")
