"""Compares printed figures of a source with the step table: each is correct, wrong, or carried forward.

A figure is correct if it is the number of its cell, rounded to the decimals of its column. A figure that is not correct
but follows by the formula from wrong figures above is carried forward. All others are wrong. The decimals of a column
are the most decimals of its figures, because some sources leave out zeros at the end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ireval.errors import InputError, nearest
from ireval.exercises.kinds.answer_grid import row_count, shown_columns
from ireval.exercises.question.reach import Cell, Interval, Reach
from ireval.exercises.sheet.quoted_table import QuotedTable
from ireval.explanation.step_table import StepTable
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK
from ireval.numbers.typed_number import Typed, read_typed

#: The sign for a figure that is not printed.
NOT_PRINTED = "-"


@dataclass(frozen=True)
class PrintedFigures:
    """The printed figures for a step ``table``, by cell, row by row."""

    table: StepTable
    figures: Mapping[Cell, Typed]

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The decimals of each column."""
        most: dict[str, int] = {}
        for (key, _), figure in self.figures.items():
            most[key] = max(most.get(key, 0), figure.places or 0)
        return most

    @cached_property
    def wrong(self) -> list[Cell]:
        """The cells that are wrong and do not follow from other wrong cells, row by row."""
        found: list[Cell] = []
        for cell in self.figures:
            if not self.agrees(cell) and not self._follows(cell, found):
                found.append(cell)
        return found

    def agrees(self, cell: Cell) -> bool:
        """Whether a figure is the rounded number of its cell."""
        return self.interval(cell).holds(self.exact(cell))

    def interval(self, cell: Cell) -> Interval:
        """All numbers that are rounded to the figure."""
        value, half = self.figures[cell].value, 10.0 ** -self.places[cell[0]] / 2 + HALF_SLACK
        return Interval(value - half, value + half)

    def exact(self, cell: Cell) -> float:
        """The number of a cell by the formula."""
        return float(self.table.computed.columns[cell[0]][cell[1]])

    def name(self, cell: Cell) -> str:
        """Return the name of a cell, such as ``P[3]``."""
        return f"{cell[0]}[{self.table.row_labels[cell[1]]}]"

    def _follows(self, cell: Cell, wrong: list[Cell]) -> bool:
        """Whether a figure follows by the formula from the wrong figures."""
        reach = Reach(self.table, None, {at: self.interval(at) for at in wrong})
        found = reach.cell(cell) if wrong and reach.follows(cell) else None
        mine = self.interval(cell)
        return found is not None and found.low <= mine.high and mine.low <= found.high


def read_figures(table: StepTable, quoted: QuotedTable) -> PrintedFigures:
    """Return the figures of a quoted table. Raises ``InputError`` naming the field within the table."""
    columns = [column.key for column in shown_columns(table.measure)]
    if not quoted.figures:
        raise InputError("figures", "printed-missing")
    found: dict[Cell, Typed] = {}
    for key, text in quoted.figures.items():
        if key not in columns:
            hint = nearest(key, columns)
            raise InputError(f"figures.{key}", "printed-unknown-column", measure=str(table.spec), name=key, hint=hint)
        found |= dict(_column(table, key, text.split()))
    by_row = sorted(found, key=lambda cell: (cell[1], columns.index(cell[0])))
    return PrintedFigures(table, {cell: found[cell] for cell in by_row})


def _column(table: StepTable, key: str, texts: list[str]) -> Iterator[tuple[Cell, Typed]]:
    field, rows = f"figures.{key}", row_count(table)
    if len(texts) != rows:
        raise InputError(field, "printed-figure-count", name=key, count=len(texts), rows=rows)
    for row, text in enumerate(texts):
        if text == NOT_PRINTED:
            continue
        try:
            figure = read_typed(text)
        except InputError:
            raise InputError(field, "printed-no-figure", name=key, figure=text) from None
        if figure.places is None or math.isnan(float(table.computed.columns[key][row])):
            raise InputError(field, "printed-no-figure", name=key, figure=text)
        yield (key, row), figure


def check_slips(printed: PrintedFigures, slips: Mapping[str, str]) -> None:
    """Raise ``InputError`` unless exactly the wrong cells are named in ``slips``."""
    cells = {printed.name(cell): cell for cell in printed.figures}
    if not slips:
        raise InputError("slips", "printed-no-slip")
    for name in slips:
        field = f"slips.{name}"
        if name not in cells:
            raise InputError(field, "printed-unknown-cell", name=name, hint=nearest(name, cells))
        cell = cells[name]
        values = {"name": name, "figure": printed.figures[cell].text, "right": right_figure(printed, cell)}
        if printed.agrees(cell):
            raise InputError(field, "printed-cell-is-right", **values)
        if cell not in printed.wrong:
            raise InputError(field, "printed-cell-follows", name=name, figure=values["figure"])
    for cell in printed.wrong:
        if printed.name(cell) not in slips:
            values = {"figure": printed.figures[cell].text, "right": right_figure(printed, cell)}
            raise InputError(f"figures.{cell[0]}", "printed-cell-is-wrong", name=printed.name(cell), **values)


def right_figure(printed: PrintedFigures, cell: Cell) -> str:
    """Return the correct figure: the number of the cell with the decimals of its column."""
    return fixed(printed.exact(cell), printed.places[cell[0]])
