"""The second pass over a measure's computation: the same steps, with numbers that know how they are written.

``Table`` computes with arrays, for one list or a block. ``NamedTable`` runs the same function once more for a single
list and keeps the calculation of every cell. It starts each step from the cells that the first pass computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ireval.measure.table import Table
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import Expr, Num, exact, total
from ireval.numbers.expression import minimum as least_of
from ireval.numbers.worked_number import Given, Quantity, Worked, worked

#: A sum of more terms than this is not written out; there are as many recall levels.
LONGEST_SUM = 11
#: The table's quantities that calculations name; everything else is the same in both passes.
QUANTITIES = frozenset({"rank", "found", "R", "N", "S", "length", "size"})


class Sum(Worked):
    """A running sum that is not yet a column: ``step`` is what each row adds, ``above`` will be the cell above it."""

    above: Callable[[int], Num]
    terms: Callable[[int], list[Expr]] | None = None


class NamedTable:
    """A single list's table whose quantities know how they are written; see ``Table`` for its methods."""

    def __init__(
        self,
        table: Table,
        raw: Mapping[str, Floats],
        columns: Mapping[str, Floats],
        places: Mapping[str, int | None],
    ) -> None:
        self.p = table.p
        self.calculations: dict[str, Worked] = {}
        self._table = table
        self._raw = raw
        self._columns = columns
        self._places = places

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._table, name)
        return worked(value) if name in QUANTITIES else value

    def column(self, key: str, x: Quantity) -> Worked:
        """Keep the calculation of a column; what follows starts from its cells."""
        cells = Worked(self._raw[key], lambda i: self._shown(key, i))
        if isinstance(x, Worked) and not isinstance(x, Given):
            self.calculations[key] = x
        if isinstance(x, Sum):
            x.above = lambda i: self._number(self._raw, key, i)
            terms = x.terms
            if terms is not None:
                cells.full = lambda i: self._in_full(terms(i), key, i)
        return cells

    def ratio(self, above: Quantity, below: Quantity) -> Worked:
        """``above`` divided by ``below``; NaN where that is 0."""
        return worked(above) / worked(below)

    def running_sum(
        self, terms: Quantity, *, at: Bools | None = None, newest_first: bool = False, in_full: Bools | None = None
    ) -> Worked:
        """The sums rank by rank, written as one term and the cell above."""
        xs = worked(terms)

        def write(i: int) -> Expr:
            if at is not None and not at[i]:
                return result.above(i - 1) if i else Num(0)
            if newest_first:
                return xs.write(i) + result.above(i - 1) if i else xs.write(i)
            return (result.above(i - 1) if i else Num(0)) + xs.write(i)

        result = Sum(xs.value, write)
        if in_full is not None:
            result.terms = lambda i: [xs.write(j) for j in np.flatnonzero(in_full[: i + 1]).tolist()]
        return result

    def divided(self, above: Quantity, below: Quantity, none: float = np.nan) -> Worked:
        """``above`` divided by ``below``; ``none`` where that is 0."""
        return worked(above) / worked(below)

    def shown(self, x: Worked) -> Worked:
        """A column, whose calculations start from its cells anyway."""
        return x

    def exact(self, x: float) -> Worked:
        """A parameter with all of its decimals."""
        return Worked(np.array([x]), lambda _: exact(x))

    def plain(self, x: Quantity) -> Worked:
        """A number without a calculation."""
        return worked(worked(x).value)

    def apply(self, compute: Callable[..., Floats], write: Callable[..., Expr], *xs: Quantity) -> Worked:
        """``compute(*xs)``, written by ``write`` from the operands' calculations and the row."""
        ys = [worked(x) for x in xs]
        return Worked(compute(*(y.value for y in ys)), lambda i: write(*(y.write(i) for y in ys), i))

    def least(self, a: Quantity, b: Quantity) -> Worked:
        """The smaller of two numbers, written as both."""
        x, y = worked(a), worked(b)
        return Worked(np.minimum(x.value, y.value), lambda i: least_of(x.write(i), y.write(i)))

    def only(self, at: Bools, x: Quantity) -> Worked:
        """``x`` where ``at`` holds, else NaN."""
        y = worked(x)
        return Worked(np.where(at, y.value, np.nan), y.write)

    def last(self, x: Worked) -> Worked:
        """The last cell of a column."""
        end = x.value.shape[-1] - 1
        return Worked(x.value[..., -1:], lambda _: x.write(end))

    def _shown(self, key: str, index: int) -> Num:
        return self._number(self._columns, key, index)

    def _in_full(self, terms: list[Expr], key: str, index: int) -> Expr:
        """The terms if they are few and their sum is not rounded afterwards, else the sum."""
        written_out = 0 < len(terms) <= LONGEST_SUM and self.p.rounding.mode != "columns"
        return total(terms) if written_out else self._shown(key, index)

    def _number(self, columns: Mapping[str, Floats], key: str, index: int) -> Num:
        exact = columns is self._raw and self.p.rounding.mode == "columns"
        places = None if exact else self._places[key]
        value = float(columns[key][index])
        row = range(columns[key].shape[-1])[index]
        return Num(value, None if value.is_integer() else places, (key, row))
