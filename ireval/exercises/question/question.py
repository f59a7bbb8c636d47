"""A question as a student sees it, with its correct answers: lists, a table to fill in, and parts to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from ireval.exercises.question.safe_markdown import first_words
from ireval.exercises.sheet.model import Credit, Sheet
from ireval.explanation.step_table import StepTable
from ireval.messages import Message
from ireval.ranking.judgements import Ranking

#: The answer to a part is a number, one of its options, or a line of text that the question's task judges.
NUMBER, CHOICE, TEXT = "number", "choice", "text"


@dataclass(frozen=True)
class Option:
    """One answer to choose: ``key`` is typed or sent, ``why`` explains why it is correct or not.

    ``names`` are other names that may be typed.
    """

    key: str
    text: str
    why: str = ""
    names: tuple[str, ...] = ()


class KnownNumber(NamedTuple):
    """A wrong number with a known cause: its slug, and the message to the student.

    An ``easy`` number needs no calculation, so it earns nothing.
    """

    value: float
    key: str
    message: Message
    easy: bool = False


@dataclass(frozen=True)
class FreeNumber:
    """A number that no step table calculates: the correct ones lie between ``low`` and ``high``.

    Without a ``calculation`` it is a number that the sheet's owner gave. Otherwise the ``calculation`` is shown, and
    ``known`` are numbers that typical mistakes give. If it is calculated from other parts, ``sources`` are their ids,
    and ``compute`` calculates it from their numbers.
    """

    low: float
    high: float
    sources: tuple[str, ...] = ()
    compute: Callable[[Sequence[float]], float] = field(default=sum, compare=False)
    calculation: str = ""
    known: tuple[KnownNumber, ...] = ()

    @property
    def best_paid_first(self) -> list[KnownNumber]:
        """The known numbers; those that earn nothing come last."""
        return sorted(self.known, key=lambda known: known.easy)


@dataclass(frozen=True)
class Part:
    """One gap. ``id`` is unique in its question; ``label`` is shown in front of the gap, as ``NDCG[3]``.

    ``right`` is the correct answer as one would type it, for ``TEXT`` one of many. A ``NUMBER`` has its exact ``value``
    and the ``places`` to give; it is the cell ``at`` (column, row from 0) of the question's step table number
    ``table``, or that table's score, unless it is a ``free`` number. ``stands`` is a wrong number that the sheet shows
    there. ``hint`` says how to type the answer. ``step`` is a sentence that leads to the answer where no table does.
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
    free: FreeNumber | None = None
    step: str = ""

    @property
    def right_option(self) -> Option:
        """The correct option of a ``CHOICE``."""
        return next(option for option in self.options if option.key == self.right)


class Row(NamedTuple):
    """One document as it is shown: its label is a grade, or ``unjudged``."""

    rank: str
    name: str
    label: str
    subtopics: str = ""


class Shown(NamedTuple):
    """A list as it is shown: its ``rows``, judged documents that it ``missed``, and other ``facts`` as sentences.

    ``called`` is the name of the list in sentences, if there are several.
    """

    title: str
    rows: tuple[Row, ...]
    missed: tuple[Row, ...]
    facts: tuple[str, ...]
    called: str = ""

    @property
    def diverse(self) -> bool:
        """Whether the subtopics of the documents are shown."""
        return any(row.subtopics for row in (*self.rows, *self.missed))


class GridCell(NamedTuple):
    """A cell of a table: ``text``, or the gap of the part with the id ``part``."""

    text: str = ""
    part: str = ""


class Grid(NamedTuple):
    """A table on the sheet: its heads, their titles, and rows of cells; the first cell names the row."""

    heads: tuple[str, ...]
    titles: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]


class Task(Protocol):
    """A task with many correct answers, which are marked by computing their effect."""

    def judge(self, answer: str) -> tuple[bool, str]:
        """Whether an answer is correct, and its effect in words. Raises ``InputError`` if it cannot be read."""

    def solutions(self) -> list[str]:
        """Correct answers, those with the largest effect first."""


@dataclass(frozen=True)
class Question:
    """An exercise for one student.

    The student sees the ``prompt``, the ``lists`` and the ``grid``; ``notes`` name the conventions. The key also has
    the worked step ``tables`` and the sentences of the ``solution``. ``drawn`` is the situation or task, if any.

    An own question has its ``text`` in Markdown, of which the ``prompt`` is the plain text. The ``hint``, in Markdown,
    is shown on request.
    ``printed`` has the choices by which the source of the conventions rounds intermediate results; may be empty.
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
    text: str = ""
    hint: str = ""
    printed: Mapping[str, Any] = field(default_factory=dict, compare=False)
    tables: tuple[StepTable, ...] = field(default=(), compare=False, repr=False)
    task: Task | None = field(default=None, compare=False, repr=False)

    @cached_property
    def cells(self) -> set[str]:
        """The ids of the parts that are cells of the grid."""
        return {cell.part for row in self.grid.rows for cell in row if cell.part} if self.grid else set()

    @property
    def name(self) -> str:
        """The title, with the first words of an own question."""
        return f"{self.title}: {first_words(self.text)}" if self.text else self.title

    def part(self, name: str) -> Part:
        """The part with this id."""
        return next(part for part in self.parts if part.id == name)


@dataclass(frozen=True)
class Variant:
    """The questions of a sheet for the student with this ``key``."""

    sheet: Sheet
    key: str
    questions: tuple[Question, ...]

    def question(self, name: str) -> Question:
        """The question of the exercise with this id."""
        return next(question for question in self.questions if question.id == name)


def ranking_of(table: StepTable) -> Ranking:
    """Return the list on which a table was computed, with its unjudged documents."""
    computed = table.computed
    return computed.condensed_from if computed.condensed_from is not None else computed.table.ranking
