"""Tables to download: a measure's steps next to the documents of the list, and the scores of several measures.

The tables contain the text that pages show; ``ireval.explanation.table_formats`` writes them as CSV, LaTeX or Markdown.

>>> from ireval import explain
>>> table = step_table(explain("101").table("P"), [("a", "1"), ("b", "0"), ("c", "1")])
>>> [field.head for field in table.fields]
['rank', 'document', 'label', 'found', 'calculation', 'P', 'recall']
>>> table.rows[1]
('2', 'b', '0', '1', '1/2', '0.500', '0.500')
>>> table.closing
'P = 2/3 = 0.667'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from ireval.conventions import CONVENTIONS
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import StepTable
from ireval.explanation.switchboard import Row
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.messages.writing import POINT, with_comma


class Kind(Enum):
    """The content of a column, which decides how it is aligned and escaped."""

    TEXT = "text"  #: words, which a visitor may have typed
    NUMBER = "number"
    CALCULATION = "calculation"  #: as ``ireval.numbers.expression`` prints it
    SPELLING = "spelling"  #: a measure's name with all its settings, for programs; only data files have it


@dataclass(frozen=True)
class Field:
    """A column: its head, the kind of its content, and, for calculations, the head of the column with the results."""

    head: str
    kind: Kind = Kind.TEXT
    gives: str = ""


@dataclass(frozen=True)
class PlainTable:
    """A table as text, row by row.

    ``closing`` is the line below the table, ``closing_with_comma`` the same line with decimal commas, and ``latex`` the
    same line as LaTeX if it is a calculation. ``notes`` name the conventions in force. If ``comma``, the numbers have
    decimal commas.
    """

    title: str
    fields: tuple[Field, ...]
    rows: tuple[tuple[str, ...], ...]
    closing: str = ""
    closing_with_comma: str = ""
    latex: str = ""
    notes: tuple[str, ...] = ()
    comma: bool = False


def with_commas(table: PlainTable) -> PlainTable:
    """The table with decimal commas in its numbers and calculations, in braces in LaTeX, which prevent a space."""
    numbers = (Kind.NUMBER, Kind.CALCULATION)
    rows = tuple(
        tuple(
            with_comma(cell) if field.kind in numbers else cell for field, cell in zip(table.fields, row, strict=True)
        )
        for row in table.rows
    )
    latex = POINT.sub("{,}", table.latex)
    return replace(table, rows=rows, closing=table.closing_with_comma, latex=latex, comma=True)


def step_table(table: StepTable, documents: Sequence[tuple[str, str]]) -> PlainTable:
    """The step table of a measure next to the ranked ``documents``, each as its name and label.

    A table that is not by rank is shown without documents. Documents that the measure skips have empty cells.
    """
    fields, cells = _steps(table)
    if table.measure.axis == "rank":
        leading = [Field("rank", Kind.NUMBER), Field("document"), Field("label")]
        rows = tuple(_rows_with_documents(table, documents, cells))
    else:
        leading = [Field(table.measure.axis, Kind.NUMBER)]
        rows = tuple((label, *row) for label, row in zip(table.row_labels, cells, strict=True))
    full = table.spec.canonical(table.computed.table.p.values)
    title = f"{table.spec}: {table.measure.title}"
    return PlainTable(
        title,
        (*leading, *fields),
        rows,
        table.final,
        table.final_line(comma=True),
        table.final_latex,
        (say(Message("full-name-of-measure", name=full)),),
    )


def score_table(
    explanation: Explanation, measures: Iterable[tuple[str, Spec]], places: int, title: str, notes: Sequence[str] = ()
) -> PlainTable:
    """The scores of ``measures``, given as pairs of label and spec; a note explains an undefined score."""
    fields = Field("measure"), Field("title"), Field("value", Kind.NUMBER), Field("note"), Field("name", Kind.SPELLING)
    rows = tuple(_score(explanation.table(spec, places), label, explanation.conventions) for label, spec in measures)
    return PlainTable(title, fields, rows, notes=tuple(notes))


def preset_table(
    rows: Iterable[tuple[str, Row]], columns: Mapping[str, str], title: str, notes: Sequence[str] = ()
) -> PlainTable:
    """The switchboard as a table: ``rows`` are pairs of label and row; ``columns`` has the column titles by key.

    The last column names the conventions that make the scores differ. Cells without a score are empty.
    """
    fields = Field("measure"), *(Field(head, Kind.NUMBER) for head in columns.values()), Field("differs in")
    found = tuple(
        (label, *_scores(row, columns), "; ".join(CONVENTIONS[name].title for name in row.deciding))
        for label, row in rows
    )
    return PlainTable(title, fields, found, notes=tuple(notes))


def _scores(row: Row, columns: Iterable[str]) -> Iterator[str]:
    by_key = {cell.key: cell for cell in row.cells}
    return ("" if by_key[key].value is None else by_key[key].table.result for key in columns)


def _steps(table: StepTable) -> tuple[list[Field], list[tuple[str, ...]]]:
    """The columns of the table without the row labels, and their cells row by row."""
    fields: list[Field] = []
    columns: list[Sequence[str]] = []
    if table.measure.axis == "rank" and table.computed.condensed_from is not None:
        fields.append(Field("judged", Kind.NUMBER))  # the rank among the documents that are not skipped
        columns.append(table.row_labels)
    for c in table.shown_columns:
        if c.spelled:
            fields.append(Field("calculation", Kind.CALCULATION, c.printed))
            columns.append(table.calculations(c))
        fields.append(Field(c.printed, Kind.NUMBER))
        columns.append(table.cells[c.key])
    return fields, list(zip(*columns, strict=True))


def _rows_with_documents(
    table: StepTable, documents: Sequence[tuple[str, str]], cells: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, ...]]:
    """The documents by rank with their cells, then the rows after the end of the list."""
    place = table.computed.positions.tolist()
    row_of = {i: row for i, row in zip(place, cells, strict=True) if i >= 0}
    nothing = ("",) * (len(cells[0]) if cells else 0)
    for i, (name, label) in enumerate(documents):
        yield (str(i + 1), name, label, *row_of.get(i, nothing))
    beyond = (row for i, row in zip(place, cells, strict=True) if i < 0)
    for rank, row in enumerate(beyond, start=len(documents) + 1):
        yield (str(rank), "not retrieved", "", *row)


def _score(table: StepTable, label: str, conventions: Mapping[str, Any]) -> tuple[str, ...]:
    value = "" if table.value is None else table.result
    note = table.remark
    if table.value is None:
        note = say(Message("undefined-with-reason", reason=table.reason))
    return label, table.measure.title, value, note, table.spec.canonical(conventions)
