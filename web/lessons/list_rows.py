"""What the list of a step is made of: rows, cells, and runs of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from web.question.question_view import Gap

#: So many columns are beside each other on a phone.
FEW_COLUMNS = 2


class ListCell(NamedTuple):
    """A cell: a text, or the field of a question. It is ``covered`` if a question asks for it elsewhere."""

    text: str
    gap: Gap | None = None
    covered: bool = False


class ListRow(NamedTuple):
    """A document: its rank, name, label and cells; ``kind`` is ``relevant``, ``other`` or ``unjudged``."""

    rank: str
    name: str
    label: str
    kind: str
    cells: tuple[ListCell, ...]
    kept: bool = False


class Run(NamedTuple):
    """Rows that are shown, or, with ``words``, a run of rows that is one row until it is opened."""

    rows: tuple[ListRow, ...]
    words: str = ""

    @property
    def ranks(self) -> str:
        """The ranks of the run."""
        first, last = self.rows[0].rank, self.rows[-1].rank
        return first if first == last else f"{first}–{last}"


class ListHead(NamedTuple):
    """The head of a column: its key and what it means; ``earlier`` if only earlier steps are about it."""

    key: str
    title: str
    earlier: bool = False


class OtherList(NamedTuple):
    """One of several lists: its title, its labels as (label, kind), those not retrieved, and the cell of its score."""

    title: str
    labels: tuple[tuple[str, str], ...]
    score: ListCell = ListCell("")
    missed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class StepList:
    """The list of a step.

    ``heads`` are those of the columns, of which the last one is the step's own. A table that is not by rank has
    ``levels`` in place of ``runs``: a head and cells each, below the ``axis``. Several lists are ``lists``. ``facts``
    are sentences about the list.
    """

    title: str
    heads: tuple[ListHead, ...] = ()
    runs: tuple[Run, ...] = ()
    strip: tuple[tuple[str, str], ...] = ()
    axis: str = ""
    levels: tuple[tuple[str, tuple[ListCell, ...]], ...] = ()
    lists: tuple[OtherList, ...] = ()
    measure: str = ""
    missed: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()
    result: str = ""

    @property
    def crowded(self) -> bool:
        """Whether a narrow screen has no room for the documents' names beside the columns."""
        return sum(not head.earlier for head in self.heads) > FEW_COLUMNS

    @property
    def fields(self) -> list[Gap]:
        """The fields in the list."""
        rows = [row.cells for run in self.runs for row in run.rows] + [cells for _, cells in self.levels]
        rows += [(one.score,) for one in self.lists]
        return [cell.gap for cells in rows for cell in cells if cell.gap]
