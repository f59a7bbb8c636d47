"""What a typed number is asked of: the score of a measure's table, or one of its cells, and its calculation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ireval.errors import InputError, nearest
from ireval.explanation import StepTable, latex_name
from ireval.expression import Expr, decimal, spell
from ireval.judgements import Floats
from ireval.metric import CUTOFF, Computed
from ireval.mistakes import Cause, mistakes
from ireval.names import Spec
from ireval.registry import measures
from ireval.scoring import compute
from ireval.rounding import SAME


@dataclass(frozen=True)
class Calculation:
    """How a number comes about, as plain text and as LaTeX, down to its value; LaTeX is empty where it has none.

    ``formula`` is the measure's as LaTeX, where another one stands beside it.
    """

    text: str
    latex: str = ""
    formula: str = ""


@dataclass(frozen=True)
class Score:
    """The score of ``table``."""

    table: StepTable

    @property
    def name(self) -> str:
        """What is asked for, as it stands before an equals sign."""
        return str(self.table.spec)

    @property
    def value(self) -> float | None:
        """The right number; None where it is not defined."""
        return self.table.value

    @property
    def shown(self) -> str:
        """The right number as its table shows it."""
        return self.table.result

    @property
    def why(self) -> str:
        """Why there is no right number, or what else is to be said of it; a clause, or empty."""
        return self.table.why

    @property
    def bounded(self) -> bool:
        """Whether it lies between 0 and 1."""
        return self.table.measure.bounded

    @property
    def whole(self) -> bool:
        """Whether it is a count."""
        return self.table.measure.column(self.table.measure.score).whole

    @property
    def places(self) -> int:
        """To how many decimals it is shown."""
        return _places(self.table, self.table.measure.score)

    @staticmethod
    def read(computed: Computed) -> Floats:
        """The number in a table like this one."""
        return computed.score

    def calculation(self, computed: Computed | None = None) -> Calculation:
        """The calculation in this table, or in one of the same measure under other choices."""
        table = self.table if computed is None else replace(self.table, computed=computed)
        return Calculation(table.final, table.final_latex)


@dataclass(frozen=True)
class AskedCell:
    """The cell of ``table`` in column ``key`` and ``row``, counted from 0."""

    table: StepTable
    key: str
    row: int
    conventions: Mapping[str, Any]

    def __post_init__(self) -> None:
        keys = [c.key for c in self.table.measure.columns]
        if self.key not in keys:
            raise InputError("column", f"{self.table.spec} has no column “{self.key}”.", nearest(self.key, keys))
        if not 0 <= self.row < self.table.rows:
            raise InputError("row", f"The table of {self.table.spec} has no such row.", f"It has {self.table.rows}.")

    @property
    def name(self) -> str:
        """The cell as it stands before an equals sign."""
        return f"{self.key}[{self.table.row_labels[self.row]}]"

    @property
    def value(self) -> float | None:
        """The right number; None where the cell is empty."""
        value = float(self.read(self.table.computed))
        return None if value != value else value

    @property
    def shown(self) -> str:
        """The right number as its table shows it."""
        return self.table.cells[self.key][self.row]

    @property
    def why(self) -> str:
        """Why there is no right number."""
        return "this cell is empty" if self.value is None else ""

    @property
    def bounded(self) -> bool:
        """Whether it is known to lie between 0 and 1, as its whole column does."""
        cells = self.table.computed.columns[self.key]
        return self.table.measure.bounded and not self.whole and bool(np.all(cells[~np.isnan(cells)] <= 1))

    @property
    def whole(self) -> bool:
        """Whether it is a count."""
        return self.table.measure.column(self.key).whole

    @property
    def places(self) -> int:
        """To how many decimals it is shown."""
        return _places(self.table, self.key)

    def read(self, computed: Computed) -> Floats:
        """The cell of the same document in a table like this one; NaN where there is none."""
        column, row = computed.columns[self.key], self._row(computed)
        return np.asarray(column[row] if row is not None and row < column.shape[-1] else np.nan)

    def _row(self, computed: Computed) -> int | None:
        """The row of the same document in a table that may skip others than this one."""
        if (computed.condensed_from is None) == (self.table.computed.condensed_from is None):
            return self.row
        if self.table.measure.axis != "rank":
            return self.row
        place = self.table.computed.positions[self.row]
        rows = np.flatnonzero((computed.positions == place) & (place >= 0))
        return int(rows[0]) if len(rows) else None

    def calculation(self, computed: Computed | None = None) -> Calculation:
        """The calculation in this table, or in one of the same measure under other choices."""
        table = self.table if computed is None else replace(self.table, computed=computed)
        row = self._row(table.computed)
        return _of_cell(table, self.key, self.row if row is None else row)

    def others(self) -> Iterator[Cause]:
        """What it may be mixed up with: its neighbours, and the mistakes of a measure that ends here."""
        yield from self._neighbours()
        if self.table.measure.axis == "rank" and self.value is not None:
            yield from self._mistakes()

    def _neighbours(self) -> Iterator[Cause]:
        axis = "level" if self.table.measure.axis == "recall level" else self.table.measure.axis
        for c in self.table.measure.columns:
            if c.key != self.key:
                yield from self._cell(
                    c.key, self.row, "other-column", f"That is {c.key} at this {axis}, not {self.key}."
                )
        yield from self._cell(self.key, self.row - 1, "row-above", f"That is {self.key} one {axis} above.")
        yield from self._cell(self.key, self.row + 1, "row-below", f"That is {self.key} one {axis} below.")
        step = self._step()
        if step is not None:
            text = f"That is only what this {axis} adds to {self.key}; those above count, too."
            yield Cause("mistake", "own-step", text, step)

    def _step(self) -> float | None:
        """What this row adds, where its calculation starts from the cell above."""
        expr = _expression(self.table, self.key, self.row)
        if expr is None or self.value is None or (self.key, self.row - 1) not in {n.cell for n in expr.numbers()}:
            return None
        step = self.value - float(self.table.computed.columns[self.key][self.row - 1])
        return step if step > SAME else None

    def _cell(self, key: str, row: int, slug: str, text: str) -> Iterator[Cause]:
        column = self.table.computed.columns[key]
        value = float(column[row]) if 0 <= row < column.shape[-1] else np.nan
        if value == value and not (self.value is not None and abs(value - self.value) <= SAME):
            name = f"{slug}={key}" if slug == "other-column" else slug
            yield Cause("mistake", name, text, value, of=self.table.computed, cell=(key, row))

    def _mistakes(self) -> Iterator[Cause]:
        """The mistakes of measures whose score stands here when they are cut here."""
        computed = self.table.computed
        ranking = computed.condensed_from if computed.condensed_from is not None else computed.table.ranking
        seen: set[str] = set()
        for m in measures().values():
            if m.score != self.key or m.at is not CUTOFF or self.row >= CUTOFF.most:
                continue
            own = self.table.spec.own if m is self.table.measure else {}
            spec = Spec(m, {**own, "k": self.row + 1}, "")
            if abs(float(compute(spec, ranking, self.conventions).score) - (self.value or 0)) <= SAME:
                for cause in mistakes(spec, ranking, self.conventions):
                    if cause.key not in seen and not self._next_door(cause):
                        seen.add(cause.key)
                        yield cause

    def _next_door(self, cause: Cause) -> bool:
        """Whether stopping at another rank gave the cell above or below, which is said already."""
        cells = self.table.computed.columns[self.key][max(self.row - 1, 0) : self.row + 2]
        about_rank = cause.mistake is not None and "{k}" in cause.mistake.text
        return about_rank and bool(np.any(np.abs(cells - cause.value) <= SAME))


def of_step(name: str, expr: Expr | None, value: float, places: int) -> Calculation:
    """A calculation that is not in any table, with the numbers put in where there is one; ``name`` may be any."""
    shown, latex = decimal(value, places), rf"\mathrm{{{latex_name(name)}}}"
    if expr is None:
        return Calculation(f"{name} = {shown}", f"{latex} = {shown}")
    text, inside = spell(expr, value, places), spell(expr, value, places, latex=True)
    if inside == shown:
        return Calculation(f"{name} = {shown}", f"{latex} = {shown}")
    return Calculation(f"{name} = {text} = {shown}", f"{latex} = {inside} = {shown}")


def of_cell(computed: Computed, spec: Spec, cell: tuple[str, int], places: int) -> Calculation:
    """The calculation of any cell of a table."""
    return _of_cell(StepTable(spec, computed, places), *cell)


def _of_cell(table: StepTable, key: str, row: int) -> Calculation:
    column, shown = table.measure.column(key), table.cells[key][row]
    name, latex = f"{key}[{table.row_labels[row]}]", _latex(key, table, row)
    text, expr = table.calculation(column, row), _expression(table, key, row)
    if expr is None or text == shown:
        return Calculation(f"{name} = {shown or 'empty'}", f"{latex} = {shown}" if shown else "")
    inside = spell(expr, float(table.computed.columns[key][row]), _places(table, key), latex=True)
    return Calculation(f"{name} = {text} = {shown}", f"{latex} = {inside} = {shown}")


def _expression(table: StepTable, key: str, row: int) -> Expr | None:
    """The calculation of a cell; None where there is none."""
    cell, value = table.measure.column(key).cell, table.computed.columns[key][row]
    return None if cell is None or np.isnan(value) else cell(table.computed.cell(row))


def _places(table: StepTable, key: str) -> int:
    """To how many decimals a column is shown: cells that are rounded have no more."""
    kept = table.measure.column(key).places_kept(table.computed.table.p.rounding)
    return table.places if kept is None else kept


def _latex(key: str, table: StepTable, row: int) -> str:
    return rf"\mathrm{{{latex_name(key)}}}[{table.row_labels[row]}]"
