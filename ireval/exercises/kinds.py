"""The kinds of exercises there are, and what is checked of an exercise before a question is made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ireval.errors import InputError, nearest
from ireval.exercises.choosing import make_choose
from ireval.exercises.comparing import make_better
from ireval.exercises.filling import MOST_GAPS, check_columns, columns_of, gaps, make_number, make_table
from ireval.exercises.finding import make_wrong_cell
from ireval.exercises.laying import Setting
from ireval.exercises.model import Exercise, RankedList, Sheet
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
    ``tasks`` are its situations or tasks by key, each with a title. ``points`` are usual; ``generates`` says that
    lists are drawn although there is no measure to draw for.
    """

    key: str
    title: str
    sentence: str
    make: Make
    takes: frozenset[str]
    measures: tuple[str, ...] = ()
    tasks: Mapping[str, str] = field(default_factory=dict)
    points: float = 1
    generates: bool = False


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
                ("AP", "nDCG@5", "Bpref", "P_at_recall@0.5"),
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
    if exercise.list and not kind.make(Setting(sheet, exercise, Stream()))[0].parts:
        message = f"No question of the kind “{kind.key}” can be made of this list."
        raise InputError(f"{where}.list", message, "Change the list, or let lists be drawn.")


def _check_measure(exercise: Exercise, where: str) -> None:
    if not exercise.measure:
        raise InputError(f"{where}.measure", "The measure is missing.", "Give AP, for one.")
    try:
        parse(exercise.measure)
    except InputError as error:
        raise InputError(f"{where}.measure", error.message, error.suggestion) from None


def _check_lists(sheet: Sheet, exercise: Exercise, kind: Kind, where: str) -> None:
    if exercise.list and exercise.generated:
        message = "An exercise has a fixed list or generated ones, not both."
        raise InputError(f"{where}.generated", message, "Leave one out.")
    if "second" in kind.takes and (exercise.list is None) != (exercise.second is None):
        missing = "second" if exercise.second is None else "list"
        raise InputError(f"{where}.{missing}", "Two fixed lists are compared; one is missing.", "Give both or none.")
    for name, ranked in (("list", exercise.list), ("second", exercise.second)):
        if ranked:
            _check_list(sheet, exercise, ranked, f"{where}.{name}")


def _check_list(sheet: Sheet, exercise: Exercise, ranked: RankedList, where: str) -> None:
    table = Setting(sheet, exercise, Stream()).table(ranked)
    if table.value is None:
        raise InputError(where, f"{table.spec} has no value on this list: {table.why}.", "Change the list.")
    if exercise.kind == "table" and len(gaps(table, columns_of(exercise))) > MOST_GAPS:
        raise InputError(where, f"The table would have more than {MOST_GAPS} gaps.", "Shorten the list.")
