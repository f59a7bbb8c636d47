"""The table on the sheet: its rows and columns, which cells are gaps, and the texts of the others."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from ireval.exercises.kinds.layout import shown
from ireval.exercises.question.question import Grid, GridCell, Part
from ireval.exercises.sheet.model import Exercise, RankedList
from ireval.explanation.step_table import StepTable
from ireval.measure import Column, Measure
from ireval.measure.spelling import parse

NOTHING = "–"


def columns_of(exercise: Exercise) -> tuple[str, ...]:
    """The columns to fill in."""
    return exercise.columns or usual_columns(parse(exercise.measure).measure)


def usual_columns(measure: Measure) -> tuple[str, ...]:
    """Return the columns to fill in by default: those that the measure declares, or all that are calculated."""
    calculated = (c.key for c in shown_columns(measure) if c.spelled or c.key == measure.score)
    return measure.exercise_columns or tuple(calculated)


def gaps(table: StepTable, names: tuple[str, ...]) -> list[tuple[str, int]]:
    """The cells to fill in, row by row: those of whole columns down to the cutoff, and single cells in any row.

    Cells that are undefined, and rows that the table does not have, are left out.
    """
    columns = table.computed.columns
    whole = [(key, row) for row in range(row_count(table)) for key in names if not is_cell(key)]
    single = sorted((single_cell(name) for name in names if is_cell(name)), key=lambda cell: cell[1])
    found = dict.fromkeys([*whole, *(cell for cell in single if cell[1] < table.rows)])
    return [(key, row) for key, row in found if not math.isnan(columns[key][row])]


def is_cell(name: str) -> bool:
    """Whether a name among the columns to fill in is that of a single cell, such as ``DCG.6``, and not of a column."""
    return "." in name


def single_cell(name: str) -> tuple[str, int]:
    """The column of a cell by its name, and its row in the table, counted from 0.

    >>> single_cell("DCG.6")
    ('DCG', 5)
    """
    key, _, row = name.partition(".")
    return key, int(row) - 1


def row_count(table: StepTable) -> int:
    """The number of rows on the sheet: down to the cutoff if there is one."""
    k = table.spec.own.get("k")
    return min(table.rows, int(k)) if k and table.measure.axis == "rank" else table.rows


def answer_grid(
    table: StepTable,
    ranked: RankedList,
    parts: Mapping[tuple[str, int], Part],
    *,
    rows: int,
    texts: Mapping[tuple[str, int], str] | None = None,
    keys: Collection[str] = (),
) -> Grid:
    """The table on the sheet: the documents, and the columns that have gaps or are among the ``keys``.

    ``texts`` replace the correct numbers of cells; an undefined cell has a dash.
    """
    wanted = {*keys, *(key for key, _ in parts)}
    columns = [c for c in shown_columns(table.measure) if c.key in wanted]
    by_rank = table.measure.axis == "rank"
    documents = shown(ranked).rows
    row_heads = ("rank", "document", "label") if by_rank else (table.measure.axis,)
    lines = []
    for row in range(rows):
        place = int(table.computed.positions[row]) if by_rank and row < table.computed.positions.shape[-1] else -1
        name, label = (documents[place].name, documents[place].label) if place >= 0 else ("not retrieved", "")
        first = [table.row_labels[row], name, label] if by_rank else [table.row_labels[row]]
        cells = [_cell(table, (c.key, row), parts, texts or {}) for c in columns]
        lines.append((*(GridCell(text) for text in first), *cells))
    titles = (*("" for _ in row_heads), *(c.title for c in columns))
    return Grid((*row_heads, *(c.printed for c in columns)), titles, tuple(lines))


def _cell(
    table: StepTable, at: tuple[str, int], parts: Mapping[tuple[str, int], Part], texts: Mapping[tuple[str, int], str]
) -> GridCell:
    if at in parts:
        return GridCell(part=parts[at].id)
    return GridCell(texts.get(at) or table.cells[at[0]][at[1]] or NOTHING)


def shown_columns(measure: Measure) -> tuple[Column, ...]:
    """The columns of a measure's table, without the one that names the row and without optional ones."""
    columns = tuple(column for column in measure.columns if not column.optional)
    return columns if measure.axis == "rank" else columns[1:]
