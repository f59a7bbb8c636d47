"""What is covered until it is predicted: columns, cells and measures that the state names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ireval.errors import InputError
from ireval.explanation.step_table import StepTable
from ireval.measure import CONTINGENCY, Column
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from web.formulas.mathml import with_decimal_sign
from web.state.lab_state import State


class Choice(NamedTuple):
    """Something that can be covered: ``name`` in the address, ``label`` in the menu."""

    name: str
    label: str
    covered: bool


class Covers:
    """What ``state`` covers in the open measure's ``table``; ``row_of`` has the ids of the page's rows for its rows."""

    def __init__(self, state: State, table: StepTable, row_of: Mapping[int, str]) -> None:
        self.names = frozenset(state.cover)
        self._state = state
        self._table = table
        self._row_of = row_of
        self._read = number_of(row_of.get(table.score_row - 1, ""))

    def __bool__(self) -> bool:
        return bool(self.names)

    def cell(self, key: str, rank: int) -> bool:
        """Whether the cell of a column in the row of a rank is covered.

        A covered score covers the cell that contains it.
        """
        if key in self.names or f"{key}.{rank}" in self.names:
            return True
        return rank == self._read and key == self._table.measure.score and self._state.show in self.names

    def among(self, numbers: Iterable[tuple[str, int] | None]) -> bool:
        """Whether a number is covered, given the cells (column, row from 0) of the numbers."""
        if not self.names:
            return False
        cells = [(number[0], number_of(self._row_of.get(number[1], ""))) for number in numbers if number]
        return any(self.cell(key, rank) for key, rank in cells if rank)

    def revealed_by(self, column: Column, row: int) -> bool:
        """Whether the calculation of a cell would show something that is covered."""
        if not self.names:
            return False
        expr = self._table.expression(column, row)
        return self.among([(column.key, row), *(number.cell for number in (expr.numbers() if expr else ()))])

    def measure(self, spelling: str) -> bool:
        """Whether the value of a measure is covered, by its name or together with its cell."""
        return spelling in self.names or (spelling == self._state.show and self.result)

    @property
    def result(self) -> bool:
        """Whether the open measure's own score is covered."""
        return self.cell(self._table.measure.score, self._read) or self._state.show in self.names

    @property
    def choices(self) -> list[Choice]:
        """What can be covered: the open table's columns, the score, and single cells that are already covered."""
        columns = [c.key for c in self._table.shown_columns]
        found = [Choice(key, key, key in self.names) for key in columns]
        if self._state.show not in columns:
            found.append(Choice(self._state.show, f"the score, {self._state.show}", self._state.show in self.names))
        known = {choice.name for choice in found}
        return found + [
            Choice(name, self._label(name), covered=True) for name in self._state.cover if name not in known
        ]

    def _label(self, name: str) -> str:
        """The label of something covered: a cell by its column and row, a measure by its spelling."""
        key, _, number = name.rpartition(".")
        return f"{key} at {self.where(int(number))}" if key in self._table.cells else name

    def where(self, number: int) -> str:
        """The row of the page with this number, in words: its rank or its recall level."""
        measure, labels = self._table.measure, self._table.row_labels
        if measure.axis == "rank" or number > len(labels):
            return f"{measure.axis} {number}"
        return f"{measure.axis} {with_decimal_sign(labels[number - 1], self._state.comma)}"

    def chart(self, name: str) -> bool:
        """Whether a chart would give away what is covered."""
        by_rank = [m for m in measures().values() if m.axis == "rank"]  # recall levels may be shown
        drawn = {key for m in by_rank for key in m.columns_in(name)} | {
            spelling for spelling in self.names if "." not in spelling and self._is_in(name, spelling)
        }
        return any({covered, covered.partition(".")[0]} & drawn for covered in self.names) or (
            self.result and self._table.measure.score in drawn
        )

    def _is_in(self, chart: str, name: str) -> bool:
        """Whether what is covered is a measure that follows from what a chart shows."""
        try:
            return chart == CONTINGENCY and parse(name).measure.two_by_two
        except InputError:
            return False


def number_of(row: str) -> int:
    """The number in a row's id; 0 where there is no row.

    >>> number_of("rank-6"), number_of("")
    (6, 0)
    """
    return int(row.rpartition("-")[2] or 0)
