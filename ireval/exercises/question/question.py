"""What a student sees and what is right: a question with its lists, a table to fill, and parts to answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from ireval.exercises.sheet.model import Credit, Sheet
from ireval.explanation.step_table import StepTable
from ireval.ranking.judgements import Ranking

#: What a part is answered with: a number, one of the options, or a line of text that is checked by a property.
NUMBER, CHOICE, TEXT = "number", "choice", "text"


@dataclass(frozen=True)
class Option:
    """One answer to choose: its ``key`` is what is typed or sent, ``why`` says what is to be said of it."""

    key: str
    text: str
    why: str = ""


@dataclass(frozen=True)
class Part:
    """One gap. ``id`` is unique in its question; ``label`` stands before it, as ``NDCG[3]``.

    ``right`` is the right answer as it would be typed, for ``TEXT`` one of many. A ``NUMBER`` has its ``value``, exact,
    and the ``places`` that it is asked with; it is the cell ``at`` (column, row from 0) of the question's step table
    number ``table``, or that table's score. ``stands`` is a wrong number that the sheet shows there. ``hint`` says how
    the answer is typed.
    """

    id: str
    label: str
    kind: str
    right: str
    points: float
    hint: str = ""
    value: float = 0.0
    places: int = 0
    table: int = 0
    at: tuple[str, int] | None = None
    stands: str = ""
    options: tuple[Option, ...] = ()

    @property
    def right_option(self) -> Option:
        """The option that is right, of a ``CHOICE``."""
        return next(option for option in self.options if option.key == self.right)


class Row(NamedTuple):
    """One ranked document as it is shown: its label is a grade, or ``unjudged``."""

    rank: str
    name: str
    label: str
    subtopics: str = ""


class Shown(NamedTuple):
    """One list as it is shown: ``rows``, documents that it missed, and what else is known, as sentences."""

    title: str
    rows: tuple[Row, ...]
    missed: tuple[Row, ...]
    facts: tuple[str, ...]

    @property
    def diverse(self) -> bool:
        """Whether subtopics are told of a document."""
        return any(row.subtopics for row in (*self.rows, *self.missed))


class GridCell(NamedTuple):
    """A cell of a table: ``text``, or the gap of the part with the id ``part``."""

    text: str = ""
    part: str = ""


class Grid(NamedTuple):
    """A table on the sheet: heads, what they mean, and rows of cells, the first of which names the row."""

    heads: tuple[str, ...]
    titles: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]


class Task(Protocol):
    """What an answer has to do where many do it: it is marked by computing."""

    def judge(self, answer: str) -> tuple[bool, str]:
        """Whether an answer does what it should, and what it does. Raises ``InputError`` for what is no answer."""

    def solutions(self) -> list[str]:
        """Answers that are right, the clearest first."""


@dataclass(frozen=True)
class Question:
    """An exercise as one student gets it.

    ``tables`` are the worked step tables, for the key; ``lists`` and ``grid`` are what the student sees, below the
    ``prompt``; ``notes`` say which conventions hold. ``solution`` are sentences for the key beyond the parts; ``drawn``
    is the situation or task that it is about.
    """

    id: str
    kind: str
    title: str
    prompt: str
    points: float
    parts: tuple[Part, ...]
    decimals: int
    credit: Credit
    conventions: Mapping[str, Any]
    lists: tuple[Shown, ...] = ()
    grid: Grid | None = None
    notes: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()
    drawn: str = ""
    tables: tuple[StepTable, ...] = field(default=(), compare=False, repr=False)
    task: Task | None = field(default=None, compare=False, repr=False)

    @cached_property
    def cells(self) -> set[str]:
        """The ids of the parts that are cells of the grid."""
        return {cell.part for row in self.grid.rows for cell in row if cell.part} if self.grid else set()

    def part(self, name: str) -> Part:
        """The part with this id."""
        return next(part for part in self.parts if part.id == name)


@dataclass(frozen=True)
class Variant:
    """A sheet as the student with this ``key`` gets it."""

    sheet: Sheet
    key: str
    questions: tuple[Question, ...]

    def question(self, name: str) -> Question:
        """The question of the exercise with this id."""
        return next(question for question in self.questions if question.id == name)


def ranking_of(table: StepTable) -> Ranking:
    """The list that a table was computed on, unjudged documents among it."""
    computed = table.computed
    return computed.condensed_from if computed.condensed_from is not None else computed.table.ranking
