"""Covers: hides columns, cells and measures until they are predicted, and other cells that would show their values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import NamedTuple

from ireval.errors import InputError
from ireval.explanation.step_table import StepTable
from ireval.measure import CONTINGENCY, Column
from ireval.measure.registry import measures
from ireval.measure.spelling import Spec, parse
from ireval.numbers.rounding import SAME
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.scene import Chart, Table
from web.formulas.mathml import with_decimal_sign
from web.state.lab_state import State

#: A cell of the open table: its column and its row, counted from 0.
Cell = tuple[str, int]
_NUMBER = re.compile(r"[0-9]+[.,][0-9]+")


class Choice(NamedTuple):
    """Something that can be covered: ``name`` in the address, ``label`` in the menu."""

    name: str
    label: str
    covered: bool


class Covers:
    """The covers of ``state`` in the open measure's ``table``; ``row_of`` has the ids of the page's rows by table row.

    Cells (``DCG.6``) and measures that the visitor has ``revealed`` are not covered.
    """

    def __init__(self, state: State, table: StepTable, row_of: Mapping[int, str], revealed: Iterable[str] = ()) -> None:
        self.names = frozenset(state.cover) - frozenset(revealed)
        self._revealed = frozenset(revealed)
        self._state = state
        self._table = table
        self._row_of = row_of
        self._score = (table.measure.score, table.score_row - 1)

    def __bool__(self) -> bool:
        return bool(self.names)

    def cell(self, key: str, row: int) -> bool:
        """Whether the cell of a column in a row of the table, counted from 0, is covered."""
        return bool(self.names) and (key, row) in self._cells

    def among(self, numbers: Iterable[Cell | None]) -> bool:
        """Whether one of the cells from which numbers come is covered."""
        return bool(self.names) and any(number in self._cells for number in numbers)

    def revealed_by(self, column: Column, row: int) -> bool:
        """Whether the calculation of a cell would show something that is covered."""
        return bool(self.names) and self.among([(column.key, row), *_used(self._table, column.key, row)])

    def in_text(self, text: str) -> bool:
        """Whether a text contains the value of a covered measure."""
        return bool(self.names) and any(map(self._is_number, _NUMBER.findall(text)))

    def measure(self, table: StepTable) -> bool:
        """Whether a measure's value is covered: by its name, or because something covered has the same value."""
        if not self.names:
            return False
        spelling = str(table.spec)
        if spelling in self.names or (spelling == self._state.show and self.result):
            return True
        if any(_is_equal(table, covered) for covered in self._tables):
            return True
        return any(cell in self._cells and _is_same(self._table, table, cell) for cell in _cells_of_score(table))

    @property
    def result(self) -> bool:
        """Whether the open measure's own score is covered."""
        return self._state.show in self.names or self.cell(*self._score) or self._is_equal

    @property
    def choices(self) -> list[Choice]:
        """The parts that can be covered: the open table's columns, the score, and single cells already covered."""
        columns = {c.key: c.printed for c in self._table.shown_columns}
        found = [Choice(key, printed, key in self.names) for key, printed in columns.items()]
        if self._state.show not in columns:
            found.append(Choice(self._state.show, f"the score, {self._state.show}", self._state.show in self.names))
        known = {choice.name for choice in found}
        return found + [
            Choice(name, self._label(name), covered=True) for name in self._state.cover if name not in known
        ]

    def _label(self, name: str) -> str:
        """The label of something covered: a cell by its column and row, a measure by its spelling."""
        key, _, number = name.rpartition(".")
        if key not in self._table.cells:
            return name
        return f"{self._table.measure.column(key).printed} at {self.where(int(number))}"

    def where(self, number: int) -> str:
        """Return the row of the page with this number in words: its rank or its recall level."""
        measure, labels = self._table.measure, self._table.row_labels
        if measure.axis == "rank" or number > len(labels):
            return f"{measure.axis} {number}"
        return f"{measure.axis} {with_decimal_sign(labels[number - 1], self._state.comma)}"

    def chart(self, shown: Chart, numbers: Iterable[Table]) -> bool:
        """Whether a chart would give away a covered value: it draws the column, or its texts have the number."""
        name, known = self._state.chart, measures().values()
        drawing = [m for m in known if m.chart == name or (m.two_by_two and name == CONTINGENCY)]
        keys = {key for m in known if m.axis == "rank" for key in m.columns_in(name)}
        elsewhere = (covered for covered in self.names if covered not in self._table.cells)
        if any(key in keys for key in (*(key for key, _ in self._cells), *elsewhere)):
            return True
        if any(t.measure in drawing for t in self._tables):
            return True
        return any(map(self.in_text, (*shown.texts, *(cell for t in numbers for row in t.rows for cell in row))))

    # ---- What is covered ---------------------------------------------------------------------------------------------

    @lazy_attribute
    def _cells(self) -> frozenset[Cell]:
        """The covered cells: named cells, scores with their equal neighbours, and cells that repeat them."""
        rows, columns = range(self._table.rows), self._table.shown_columns
        covered = {(c.key, row) for c in columns for row in rows if self._is_named(c.key, row)}
        scores = (cell_of_score(self._table, table) for table in self._tables)
        for score in filter(None, scores):
            covered |= self._unchanged(score)
        if self._score in covered or (self._is_equal and self._table.score_row):
            covered |= self._unchanged(self._score)
        covered = {cell for cell in covered if self._name(cell) not in self._revealed}
        for row in rows:  # a cell is computed from columns before its own, and from rows above
            for column in columns:
                if not covered.isdisjoint(_repeated(self._table, column.key, row)):
                    covered.add((column.key, row))
        return frozenset(cell for cell in covered if self._name(cell) not in self._revealed)

    @lazy_attribute
    def _is_equal(self) -> bool:
        """Whether the open measure has the value of a covered one that differs from it in name alone."""
        if self._name(self._score) in self._revealed:
            return False
        return any(_is_equal(self._table, covered) for covered in self._tables)

    @lazy_attribute
    def _tables(self) -> list[StepTable]:
        """The tables of the covered measures."""
        columns = {c.key for m in measures().values() for c in m.columns}
        named = {name for name in self.names if "." not in name or name.partition(".")[0] not in columns}
        if self._score[0] in self.names or self._name(self._score) in self.names:
            named.add(self._state.show)
        return [self._state.explanation.table(spec, self._state.places) for spec in filter(None, map(_spec, named))]

    @lazy_attribute
    def _numbers(self) -> list[float]:
        """The values of covered measures that have decimals; 0 and 1 occur everywhere."""
        values = (table.value for table in self._tables if table.value is not None)
        return [value for value in values if abs(value - round(value)) > SAME]

    def _is_number(self, text: str) -> bool:
        """Whether a number with decimals is a covered one, with the table's decimals or with more."""
        number = text.replace(",", ".")
        places = len(number.partition(".")[2])
        near = SAME if places < self._state.places else 0.5 * 10**-places + SAME
        return any(abs(abs(value) - float(number)) <= near for value in self._numbers)

    def _is_named(self, key: str, row: int) -> bool:
        return key in self.names or self._name((key, row)) in self.names

    def _name(self, cell: Cell) -> str:
        return f"{cell[0]}.{number_of(self._row_of.get(cell[1], ''))}"

    def _unchanged(self, cell: Cell) -> set[Cell]:
        """The cell of a score, and the cells directly above and below it with the same number."""
        key, row = cell
        cells = self._table.cells[key]
        up = takewhile(lambda other: cells[other] == cells[row], range(row, -1, -1))
        down = takewhile(lambda other: cells[other] == cells[row], range(row, len(cells)))
        return {(key, other) for other in (*up, *down)}


def cell_of_score(opened: StepTable, other: StepTable) -> Cell | None:
    """Return the cell of the open table that has the score of another table; None if there is none."""
    cell = (other.measure.score, other.score_row - 1)
    return cell if other.score_row and _is_same(opened, other, cell) else None


def _is_same(opened: StepTable, other: StepTable, cell: Cell) -> bool:
    """Whether a cell of another table is the same in the open one."""
    key, row = cell
    here = opened.computed.columns.get(key)
    return here is not None and row < len(here) and bool(abs(here[row] - other.computed.columns[key][row]) <= SAME)


def _is_equal(table: StepTable, other: StepTable) -> bool:
    """Whether two measures have the same value because they are variants of one measure, or read the same column."""
    if table.value is None or other.value is None:
        return table.value is other.value and table.measure is other.measure
    if abs(table.value - other.value) > SAME:
        return False
    columns = [{key for key, _ in _cells_of_score(each)} for each in (table, other)]
    return table.measure is other.measure or not columns[0].isdisjoint(columns[1])


def _cells_of_score(table: StepTable) -> list[Cell]:
    """The cell of a measure's score, and the cells whose number it repeats; empty if the score is in no row."""
    cells = [(table.measure.score, table.score_row - 1)] if table.score_row else []
    for cell in cells:  # the list grows: a cell can repeat a cell that repeats another one
        cells += _repeated(table, *cell)
    return cells


def _used(table: StepTable, key: str, row: int) -> list[Cell]:
    """The cells that a cell is computed from."""
    expr = table.expression(table.measure.column(key), row)
    return [number.cell for number in expr.numbers() if number.cell] if expr else []


def _repeated(table: StepTable, key: str, row: int) -> list[Cell]:
    """The cells that a cell is computed from and whose number it repeats."""
    columns = table.computed.columns
    return [cell for cell in _used(table, key, row) if abs(columns[cell[0]][cell[1]] - columns[key][row]) <= SAME]


def _spec(name: str) -> Spec | None:
    """The measure with this name; None for a column that is not a measure."""
    try:
        return parse(name)
    except InputError:
        return None


def number_of(row: str) -> int:
    """Return the number in a row's id; 0 for an empty id.

    >>> number_of("rank-6"), number_of("")
    (6, 0)
    """
    return int(row.rpartition("-")[2] or 0)
