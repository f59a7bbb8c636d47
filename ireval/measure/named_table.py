"""The second pass over a measure's computation: the same steps, with numbers that have their calculations.

``Table`` computes with arrays, for one list or a block. ``NamedTable`` runs the same function once more for a single
list and stores the calculation of every cell. It starts each step from the cells that the first pass computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import not_
from typing import Any

import numpy as np

from ireval.measure.table import Table
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import Expr, Num, exact, total
from ireval.numbers.expression import maximum as highest
from ireval.numbers.expression import minimum as least_of
from ireval.numbers.row_calculations import CellNumbers, Kind, Kinds, joined, numbers
from ireval.numbers.worked_number import Given, Quantity, Worked, worked

#: A sum of more terms than this is not written out; there are as many recall levels.
LONGEST_SUM = 11
#: If there are more different numbers than this, only the highest are written.
MOST_NUMBERS = 8
#: The table's quantities that have a calculation; all others are the same in both passes.
QUANTITIES = frozenset({"rank", "found", "R", "N", "S", "length", "size"})


class Cells(Worked):
    """The cells of a column; ``raw`` writes a cell for later rows of the same column."""

    raw: Callable[[int], Expr]


class Running(Worked):
    """A column of cells that start from the cell above; ``added`` writes what a sum adds in a row, None for nothing."""

    above: Callable[[int], Expr]  #: known once the column has a name
    added: Callable[[int], Expr | None] | None = None
    terms: Callable[[int], list[Expr]] | None = None


class NamedTable:
    """A single list's table whose quantities have their calculations; see ``Table`` for its methods."""

    def __init__(
        self, table: Table, raw: Mapping[str, Floats], columns: Mapping[str, Floats], places: Mapping[str, int | None]
    ) -> None:
        self.p = table.p
        self.calculations: dict[str, Worked] = {}
        self.cells: dict[str, Cells] = {}
        self._table = table
        self._raw = raw
        self._columns = columns
        self._places = places
        self._running: list[Running] = []

    @property
    def arrays(self) -> Table:
        """The table whose quantities are arrays in both passes, for quantities without a calculation."""
        return self._table

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._table, name)
        return worked(value) if name in QUANTITIES else value

    def column(self, key: str, x: Quantity, *, exact: bool = False) -> Cells:
        """Store the calculation of a column; later steps start from its cells, which are ``exact`` or rounded."""
        del exact  # its numbers come from the first pass
        cells = Cells(self._raw[key], self._numbers(self._columns, key), kinds=())
        cells.raw = cells.write if self._raw is self._columns else self._numbers(self._raw, key)
        self.cells[key] = cells
        if isinstance(x, Worked) and not isinstance(x, Given):
            self.calculations[key] = x
        for running in self._running:
            running.above = cells.raw
            if running.terms:
                cells.full = partial(_in_full, self.p.rounding.mode, running.terms, cells.write)
                running.full = partial(_in_full, self.p.rounding.mode, running.terms, running.write)
        self._running.clear()
        return cells

    def ratio(self, above: Quantity, below: Quantity) -> Worked:
        """``above`` divided by ``below``; NaN where that is 0."""
        return worked(above) / worked(below)

    def running_sum(
        self, terms: Quantity, *, at: Bools | None = None, newest_first: bool = False, in_full: Bools | None = None
    ) -> Worked:
        """The sums rank by rank, written as one term and the cell above."""
        xs = worked(terms)

        def added(i: int) -> Expr | None:
            return xs.write(i) if at is None or at[i] else None

        def write(i: int) -> Expr:
            before, new = result.above(i - 1) if i else Num(0), added(i)
            if new is None:
                return before
            return before + new if not newest_first else new + before if i else new

        result = self._run(xs.value, write, joined(xs.kinds, (not_,) if at is None else (not_, at.__getitem__)))
        result.added = added
        if in_full is not None:
            result.terms = lambda i: [xs.write(j) for j in np.flatnonzero(in_full[: i + 1]).tolist()]
        return result

    def running_product(self, first: Quantity, factors: Quantity) -> Worked:
        """A column that begins with ``first``; each other cell is the cell above times its row's factor."""
        start, xs = worked(first), worked(factors)
        kinds = joined(xs.kinds, (not_,))
        result = self._run(xs.value, lambda i: result.above(i - 1) * xs.write(i) if i else start.write(0), kinds)
        return result

    def running_first(self, xs: Quantity, at: Bools) -> Worked:
        """The value of ``xs`` at the first of the ranks ``at``, from there on; 0 above it."""
        x, first, reached = worked(xs), int(np.argmax(at)), np.maximum.accumulate(at)
        value = np.where(reached, x.value[first], 0.0)
        return Worked(value, lambda i: x.write(first) if reached[i] else None)  # type: ignore[arg-type, return-value]

    def running_maximum(self, xs: Worked) -> Worked:
        """The highest of ``xs`` down to each row, 0 where none is defined."""

        def write(i: int) -> Expr:
            before = result.above(i - 1) if i else Num(0)
            return highest([before, xs.write(i)]) if xs.value[i] >= 0 else before

        def full(i: int) -> Expr:
            distinct = {float(xs.value[j]): xs.write(j) for j in range(i + 1) if xs.value[j] >= 0}
            return highest([distinct[x] for x in sorted(distinct, reverse=True)[:MOST_NUMBERS]]) if distinct else Num(0)

        result = self._run(xs.value, write)
        result.full = full
        return result

    def remainder(self, whole: float, xs: Quantity, at: Bools) -> Worked:
        """The rest of ``whole`` at each rank after ``xs`` was subtracted at the ranks ``at``."""
        taken = worked(xs)

        def write(i: int) -> Expr:
            before = result.above(i - 1) if i else Num(whole)
            return before - taken.write(i) if at[i] else before

        return (result := self._run(taken.value, write, joined(taken.kinds, (not_, at.__getitem__))))

    def above(self, x: Cells) -> Worked:
        """The cells of a column one row up, 0 above the first."""
        return Worked(np.append(0.0, x.value[:-1]), lambda i: x.raw(i - 1) if i else Num(0), kinds=(not_,))

    def product(self, a: Quantity, b: Quantity) -> Worked:
        """``a`` times ``b``."""
        return worked(a) * worked(b)

    def masked(self, x: Quantity, at: Bools) -> Worked:
        """``x`` at ranks ``at``, 0 elsewhere."""
        y = worked(x)
        return Worked(y.value * at, y.write, kinds=y.kinds)

    def where(self, there: Bools, x: Quantity, other: Quantity) -> Worked:
        """``x`` where ``there`` holds, else ``other``."""
        a, b = worked(x), worked(other)
        value, kinds = np.where(there, a.value, b.value), joined(a.kinds, b.kinds, (there.__getitem__,))
        return Worked(value, lambda i: a.write(i) if there[i] else b.write(i), kinds=kinds)

    def capped(self, x: Quantity, cap: Quantity) -> Worked:
        """``x``, or ``cap`` where ``x`` is larger, written as a minimum there."""
        a, b = worked(x), worked(cap)
        least, more = self.least(a, b), a.value > b.value
        kinds = joined(least.kinds, (more.__getitem__,))
        return Worked(least.value, lambda i: least.write(i) if more[i] else a.write(i), kinds=kinds)

    def every_row(self, x: Quantity) -> Worked:
        """A number of the whole list as a column."""
        return worked(x)

    def _run(self, value: Floats, write: Callable[[int], Expr], kinds: Kinds = None) -> Running:
        running = Running(value, write, kinds=kinds)
        self._running.append(running)
        return running

    def divided(self, above: Quantity, below: Quantity, none: float = np.nan) -> Worked:
        """``above`` divided by ``below``; ``none`` where that is 0."""
        below = worked(below)
        quotient = worked(above) / below
        zero = np.broadcast_to(below.value == 0, quotient.value.shape)
        value = np.where(zero, none, quotient.value)
        kinds = joined(quotient.kinds, (zero.__getitem__,) if len(zero) > 1 else ())
        return Worked(value, lambda i: None if zero[i if len(zero) > 1 else 0] else quotient.write(i), kinds=kinds)  # type: ignore[arg-type, return-value]

    def shown(self, x: Worked) -> Worked:
        """A column as its cells show it; calculations start from these anyway."""
        return Worked(self.p.rounding.shown(x.value), x.write, kinds=x.kinds)

    def exact(self, x: float) -> Worked:
        """A parameter with all of its decimals."""
        return Worked(np.array([x]), lambda _: exact(x), kinds=())

    def as_number(self, x: Quantity, at: Callable[[], Bools]) -> Worked:
        """``x``, written as its number at ranks ``at``."""
        y, simple = worked(x), at()
        kinds = joined(y.kinds, (simple.__getitem__,))
        return Worked(y.value, lambda i: numbers(y.value, i) if simple[i] else y.write(i), kinds=kinds)

    def plain(self, x: Quantity) -> Worked:
        """A number without a calculation."""
        return worked(worked(x).value)

    def apply(
        self, compute: Callable[..., Floats], write: Callable[..., Expr], *xs: Quantity, kind: Kind | None = None
    ) -> Worked:
        """``compute(*xs)``, written by ``write`` from the operands' calculations and the row."""
        ys = [worked(x) for x in xs]
        kinds = joined(*(y.kinds for y in ys), (kind,) if kind else None)
        return Worked(
            lambda: compute(*[y.value for y in ys]), lambda i: write(*[y.write(i) for y in ys], i), kinds=kinds
        )

    def least(self, a: Quantity, b: Quantity) -> Worked:
        """The smaller of two numbers, written as both."""
        return self.apply(np.minimum, lambda x, y, _: least_of(x, y), a, b, kind=_alike)

    def most(self, a: Quantity, b: Quantity) -> Worked:
        """The larger of two numbers, written as both."""
        return self.apply(np.maximum, lambda x, y, _: highest([x, y]), a, b, kind=_alike)

    def only(self, at: Bools, x: Quantity) -> Worked:
        """``x`` where ``at`` holds, else NaN."""
        y = worked(x)
        return Worked(np.where(at, y.value, np.nan), y.write, y.full, y.kinds)

    def last(self, x: Worked) -> Worked:
        """The last cell of a column."""
        return Worked(x.value[..., -1:], lambda _: x.write(x.value.shape[-1] - 1), kinds=())

    def _numbers(self, columns: Mapping[str, Floats], key: str) -> CellNumbers:
        places = None if columns is self._raw and self.p.rounding.mode == "columns" else self._places[key]
        return CellNumbers(columns[key], places, key)


def _alike(_: int) -> None:
    """The kind of rows that are all written in the same way."""


def _in_full(mode: str, terms: Callable[[int], list[Expr]], short: Callable[[int], Expr], index: int) -> Expr:
    """The terms if they are few and their sum is not rounded afterwards, else the sum in ``short``."""
    written = terms(index)
    return total(written) if 0 < len(written) <= LONGEST_SUM and mode != "columns" else short(index)
