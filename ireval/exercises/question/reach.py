r"""Which values a cell may come out with: rounding on the way, and the student's own cells in the calculation.

Every cell of a step table knows its calculation from other cells (``ireval.numbers.expression``). Here it is done once
more with intervals: after each step a number may have been rounded to the stated decimals, or not, so that an interval
grows to the rounded values of its ends, halves either way. Where a calculation starts from a cell that the student
typed, it starts from that number, within half a unit of its last place: it may have been carried on unrounded.

>>> from ireval import explain
>>> table = explain("101003000200003", "32211", conventions="lillis").table("DCG@10")
>>> Reach(table, 2).score().within(2)
Interval(low=3.39, high=3.4)

All functions that calculations use grow with each argument, which is why their ends come from the ends. A number that
occurs twice is taken as two, so that an interval may be wider than what can be reached, and is never too narrow.
Where a convention prescribes what is rounded, that alone is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ireval.explanation.step_table import StepTable
from ireval.numbers.expression import Binary, Call, Expr, Num
from ireval.numbers.rounding import HALF_SLACK, SAME, half_up

Cell = tuple[str, int]


class Interval(NamedTuple):
    """All numbers from ``low`` to ``high``."""

    low: float
    high: float

    def holds(self, x: float) -> bool:
        """Whether ``x`` lies in it."""
        return self.low - SAME <= x <= self.high + SAME

    def joined(self, other: Interval) -> Interval:
        """The smallest interval that holds both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def within(self, places: int) -> Interval:
        """From the lowest to the highest of its numbers with so many decimals; the ends as they are without any."""
        scale = 10.0**places
        low, high = math.ceil(self.low * scale - HALF_SLACK), math.floor(self.high * scale + HALF_SLACK)
        return Interval(low / scale, high / scale) if low <= high else self

    def rounded(self, places: int) -> Interval:
        """With the values that its numbers may be rounded to, halves either way."""
        return Interval(min(self.low, _half_down(self.low, places)), max(self.high, _half_up(self.high, places)))


class Reach:
    """What can be reached in ``table``: ``decimals`` may be rounded to after each step, None for no rounding.

    ``given`` are cells that the student filled in, as intervals.
    """

    def __init__(self, table: StepTable, decimals: int | None, given: Mapping[Cell, Interval] | None = None) -> None:
        self._table = table
        self._given = given or {}
        self._exact = table.computed.table.p.rounding.mode == "exact"
        self._decimals = decimals if self._exact else None
        self._known: dict[Cell, Interval | None] = {}
        self._follows: dict[Cell, bool] = {}

    def score(self) -> Interval | None:
        """What the score may come out with; None where that has no bounds."""
        expr, key, row = self._table.computed.calculation, self._table.measure.score, self._table.score_row - 1
        ways = [self._evaluate(expr)] if expr is not None else []
        if row >= 0:
            ways.append(self.cell((key, row)))
        if not ways:
            value = self._table.value
            return None if value is None else Interval(value, value)
        found = [way for way in ways if way is not None]
        return None if len(found) < len(ways) else found[0] if len(found) == 1 else found[0].joined(found[1])

    def cell(self, at: Cell) -> Interval | None:
        """What a cell may come out with, from its own calculation, also where it was given."""
        if at not in self._known:
            expr = self._expression(at)
            number = float(self._table.computed.columns[at[0]][at[1]])
            found = self._evaluate(Num(number) if expr is None else expr)
            self._known[at] = found if found is None else self._shown(at[0], found)
        return self._known[at]

    def follows(self, at: Cell) -> bool:
        """Whether the cell's calculation starts, at one remove or more, from a given cell."""
        if at not in self._follows:
            self._follows[at] = any(c in self._given or self.follows(c) for c in self._sources(self._expression(at)))
        return self._follows[at]

    def score_follows(self) -> bool:
        """Whether the score's calculation starts from a given cell."""
        at = (self._table.measure.score, self._table.score_row - 1)
        expr = self._table.computed.calculation
        if any(c in self._given or self.follows(c) for c in self._sources(expr)):
            return True
        return at[1] >= 0 and self.follows(at)

    def _expression(self, at: Cell) -> Expr | None:
        return self._table.expression(self._table.measure.column(at[0]), at[1])

    @staticmethod
    def _sources(expr: Expr | None) -> Iterator[Cell]:
        if expr is not None:
            yield from (n.cell for n in expr.numbers() if n.cell is not None)

    def _shown(self, key: str, x: Interval) -> Interval:
        """A cell as a convention of rounding leaves it; steps may start from it rounded or not."""
        kept = self._table.measure.column(key).places_kept(self._table.computed.table.p.rounding)
        return x if kept is None else x.joined(Interval(_half_up(x.low, kept), _half_up(x.high, kept)))

    def _evaluate(self, expr: Expr) -> Interval | None:
        found = self._step(expr)
        if found is None or not (math.isfinite(found.low) and math.isfinite(found.high)):
            return None
        return found if self._decimals is None else found.rounded(self._decimals)

    def _step(self, expr: Expr) -> Interval | None:
        if isinstance(expr, Num):
            return self._number(expr)
        if isinstance(expr, Binary):
            left, right = self._evaluate(expr.left), self._evaluate(expr.right)
            return None if left is None or right is None else _combined(expr.sign, left, right)
        if isinstance(expr, Call):
            inside = [self._evaluate(x) for x in expr.arguments]
            ends = [x for x in inside if x is not None]
            if len(ends) < len(inside):
                return None
            try:
                low, high = (expr.compute(*(getattr(x, end) for x in ends)) for end in ("low", "high"))
            except ValueError:  # the logarithm of what is no longer positive
                return None
            return Interval(low, high)
        raise TypeError(type(expr).__name__)

    def _number(self, number: Num) -> Interval | None:
        if number.cell is None:
            return Interval(number.number, number.number)
        if number.cell in self._given:
            return self._given[number.cell]
        if not self._exact and not self.follows(number.cell):
            return Interval(number.number, number.number)
        return self.cell(number.cell)


def _combined(sign: str, a: Interval, b: Interval) -> Interval | None:
    if sign == "+":
        return Interval(a.low + b.low, a.high + b.high)
    if sign == "-":
        return Interval(a.low - b.high, a.high - b.low)
    if sign == "/":
        if b.low <= 0 <= b.high:
            return None
        b = Interval(1 / b.high, 1 / b.low)
    products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Interval(min(products), max(products))


def _half_up(x: float, places: int) -> float:
    return float(half_up(x, places))


def _half_down(x: float, places: int) -> float:
    """Rounded, but a half goes down."""
    scale = 10.0**places
    return math.ceil(x * scale - 0.5 - HALF_SLACK) / scale
