"""The target of a typed number: the score of a measure's table, or one of its cells, with its calculation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ireval.diagnosis.candidates import by_mistake
from ireval.diagnosis.causes import Cause, causes_from, counts_of, mistakes
from ireval.errors import InputError, nearest
from ireval.explanation.calculation import Calculation, of_cell, of_score
from ireval.explanation.step_table import StepTable
from ireval.measure import CUTOFF, Computed
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec
from ireval.messages.message import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Binary, Expr, Num
from ireval.numbers.rounding import SAME

#: The mix-ups of a cell with another cell, as keys of causes and of their messages.
STEP_ALONE = "own-step"
OTHER = "other-column"
ABOVE, BELOW = "row-above", "row-below"


def is_mix_up(key: str) -> bool:
    """Whether the cause with this key is a mix-up with another cell."""
    return key.partition("=")[0] in {OTHER, ABOVE, BELOW}


@dataclass(frozen=True)
class ScoreTarget:
    """The score of ``table``, as the target of a typed number."""

    table: StepTable

    @property
    def name(self) -> str:
        """The name of the score, as before an equals sign."""
        return str(self.table.spec)

    @property
    def value(self) -> float | None:
        """The correct number; None where it is undefined."""
        return self.table.value

    @property
    def shown(self) -> str:
        """The correct number as its table shows it."""
        return self.table.result

    @property
    def why(self) -> Message | str:
        """A clause that says why there is no correct number, or a remark on it; may be empty."""
        return self.table.remark

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
        return self.table.score_places

    @staticmethod
    def read(computed: Computed) -> Floats:
        """The score in a table of the same measure."""
        return computed.score

    def beside(self) -> Iterator[Cause]:
        """The other cells in the row of the score, as causes: they may be mixed up with it."""
        row = self.table.score_row - 1
        for c in self.table.shown_columns if row >= 0 else ():
            value = float(self.table.computed.columns[c.key][row])
            if value == value and not (self.value is not None and abs(value - self.value) <= SAME):
                said = {"cell": self.table.cell_name(c.key, row), "column": c.printed, "asked": self.name}
                message = Message("other-cell-of-score", said)
                yield Cause("mistake", f"{OTHER}={c.key}", message, value, of=self.table.computed, cell=(c.key, row))

    def calculation(self, computed: Computed | None = None) -> Calculation:
        """The calculation in this table, or in one of the same measure under other choices."""
        table = self.table if computed is None else replace(self.table, computed=computed)
        return of_score(table)


@dataclass(frozen=True)
class CellTarget:
    """The cell of ``table`` in column ``key`` and ``row`` (from 0), as the target of a typed number."""

    table: StepTable
    key: str
    row: int
    conventions: Mapping[str, Any]

    def __post_init__(self) -> None:
        keys = [c.key for c in self.table.columns]
        if self.key not in keys:
            hint = nearest(self.key, keys)
            raise InputError("column", "no-such-column", measure=str(self.table.spec), column=self.key, hint=hint)
        if not 0 <= self.row < self.table.rows:
            raise InputError("row", "no-such-row", measure=str(self.table.spec), row=self.row + 1, rows=self.table.rows)

    @property
    def name(self) -> str:
        """The name of the cell, as before an equals sign."""
        return self.table.cell_name(self.key, self.row)

    @property
    def value(self) -> float | None:
        """The correct number; None where the cell is empty."""
        value = float(self.read(self.table.computed))
        return None if value != value else value

    @property
    def shown(self) -> str:
        """The correct number as its table shows it."""
        return self.table.cells[self.key][self.row]

    @property
    def why(self) -> Message | str:
        """Why there is no correct number; empty if there is one."""
        return Message("cell-empty") if self.value is None else ""

    @property
    def bounded(self) -> bool:
        """Whether it is always between 0 and 1, as its whole column."""
        cells = self.table.computed.columns[self.key]
        return self.table.measure.bounded and not self.whole and bool(np.all(cells[~np.isnan(cells)] <= 1))

    @property
    def whole(self) -> bool:
        """Whether it is a count."""
        return self.table.measure.column(self.key).whole

    @property
    def places(self) -> int:
        """To how many decimals it is shown."""
        return self.table.shown_places(self.table.measure.column(self.key))

    def read(self, computed: Computed) -> Floats:
        """The cell of the same document in another table of the measure, for each list of a block; NaN without one."""
        column, row = computed.columns.get(self.key), self._row(computed)
        if column is None or row is None or row >= column.shape[-1]:
            return np.full(computed.score.shape, np.nan)
        return np.where(computed.measure.axis != "rank" or row < computed.table.rows[..., 0], column[..., row], np.nan)

    def _row(self, computed: Computed) -> int | None:
        """The row of the same document in another table, which may skip other documents; None without one."""
        if (computed.condensed_from is None) == (self.table.computed.condensed_from is None):
            return self.row
        if self.table.measure.axis != "rank":
            return self.row
        place = self.table.computed.positions[self.row]
        positions = computed.positions.reshape(-1, computed.table.width)[0]  # a block has the same list in each row
        rows = np.flatnonzero((positions == place) & (place >= 0))
        return int(rows[0]) if len(rows) else None

    def calculation(self, computed: Computed | None = None) -> Calculation:
        """The calculation in this table, or in one of the same measure under other choices."""
        table = self.table if computed is None else replace(self.table, computed=computed)
        row = self._row(table.computed)
        return of_cell(table, self.key, self.row if row is None else row)

    def others(self) -> Iterator[Cause]:
        """The causes of wrong numbers: neighbouring cells, and mistakes of measures that end at this rank."""
        yield from self._neighbours()
        if self.value is not None:
            yield from self._in_column(self.value)
        if self.table.measure.axis == "rank" and self.value is not None:
            yield from self._mistakes()

    def _neighbours(self) -> Iterator[Cause]:
        for c in self.table.columns:
            if c.key != self.key:
                yield from self._cell(c.key, self.row, OTHER)
        yield from self._cell(self.key, self.row - 1, ABOVE)
        yield from self._cell(self.key, self.row + 1, BELOW)
        if self.row and self.value is not None and self.addition is not None:
            step = self.value - float(self.table.computed.columns[self.key][self.row - 1])
            if step > SAME:
                yield Cause("mistake", STEP_ALONE, self._mix_up(STEP_ALONE, self.key), step)

    def _mix_up(self, slug: str, column: str) -> Message:
        measure = self.table.measure
        axis = Message("level" if measure.axis == "recall level" else measure.axis)
        return Message(slug, column=measure.column(column).printed, asked=measure.column(self.key).printed, axis=axis)

    @property
    def addition(self) -> Expr | None:
        """What this row adds to the cell above; None if its calculation does not start from that cell."""
        expr = self.table.expression(self.table.measure.column(self.key), self.row)
        if not isinstance(expr, Binary) or expr.sign != "+":
            return None
        parts = (expr.left, expr.right)
        added = [part for part in parts if not (isinstance(part, Num) and part.cell == (self.key, self.row - 1))]
        return added[0] if len(added) == 1 else None

    def _cell(self, key: str, row: int, slug: str) -> Iterator[Cause]:
        column = self.table.computed.columns[key]
        value = float(column[row]) if 0 <= row < column.shape[-1] else np.nan
        if value == value and not (self.value is not None and abs(value - self.value) <= SAME):
            name = f"{slug}={key}" if slug == OTHER else slug
            yield Cause("mistake", name, self._mix_up(slug, key), value, of=self.table.computed, cell=(key, row))

    def _in_column(self, right: float) -> Iterator[Cause]:
        """The measure's own mistakes that change this column; all of them if the cell is the score."""
        of, table = self.table.computed, self.table
        its_score = self.key == of.measure.score and self.row == table.score_row - 1
        if its_score and abs(float(of.score) - right) <= SAME:
            yield from causes_from(by_mistake(of), of)
            return
        for m in of.measure.mistakes:
            wrong = m.cells(of.table, self.key)
            value = float(wrong.value[self.row]) if wrong and self.row < wrong.value.shape[-1] else np.nan
            if wrong and value == value and abs(value - right) > SAME:
                message = m.message(of.measure.name, counts_of(of.table))
                yield Cause("mistake", m.key, message, value, of=of, mistake=m.at(wrong, self.row))

    def _mistakes(self) -> Iterator[Cause]:
        """The mistakes of measures whose score is this cell if this rank is their cutoff."""
        computed = self.table.computed
        ranking = computed.condensed_from if computed.condensed_from is not None else computed.table.ranking
        seen: set[str] = set()
        for m in measures().values():
            if m.score != self.key or m.cutoff is not CUTOFF or self.row >= CUTOFF.most:
                continue
            own = self.table.spec.own if m is self.table.measure else {}
            spec = Spec(m, {**own, "k": self.row + 1}, "")
            if abs(float(compute(spec, ranking, self.conventions).score) - (self.value or 0)) <= SAME:
                for cause in mistakes(spec, ranking, self.conventions, {"cutoff": Message("this-rank")}):
                    if cause.key not in seen and not self._is_in_next_row(cause):
                        seen.add(cause.key)
                        yield cause

    def _is_in_next_row(self, cause: Cause) -> bool:
        """Whether the mistake is to stop at another rank and gives the cell above or below, which is another cause."""
        cells = self.table.computed.columns[self.key][max(self.row - 1, 0) : self.row + 2]
        return bool(cause.mistake and cause.mistake.is_about_cutoff and np.any(np.abs(cells - cause.value) <= SAME))
