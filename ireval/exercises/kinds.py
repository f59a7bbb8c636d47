"""The kinds of exercises there are, each with what makes a question of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ireval.exercises.choosing import make_choose
from ireval.exercises.comparing import make_better
from ireval.exercises.filling import make_number, make_table
from ireval.exercises.finding import make_wrong_cell
from ireval.exercises.laying import Setting
from ireval.exercises.question.question import Question
from ireval.exercises.situations import SITUATIONS
from ireval.exercises.tasks import AIMS, make_inverse

#: Makes a question, and says how good its lists are: see ``acceptance``.
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
