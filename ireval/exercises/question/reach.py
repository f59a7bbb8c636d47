r"""The values that a cell may have if intermediate results are rounded, or if it starts from the student's own cells.

Every cell of a step table knows its calculation from other cells (``ireval.numbers.expression``). Here it is repeated
with intervals: after each step a number may or may not have been rounded to the stated decimals, so the interval is
widened to the rounded values of its ends, with halves rounded either way. Where a calculation starts from a cell that
the student typed, it starts from that number, plus or minus half a unit of its last place.

>>> from ireval import explain
>>> table = explain("101003000200003", "32211", conventions="lillis").table("DCG@10")
>>> Reach(table, 2).score().within(2)
Interval(low=3.39, high=3.4)

All functions in calculations increase with each argument, so the ends of the result follow from the ends of the
arguments. A number that occurs twice is treated as two numbers, so an interval may be too wide, but is never too
narrow. If a convention prescribes what is rounded, only that is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Mapping
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
        """Return the interval from its lowest to its highest number with this many decimals; unchanged without any."""
        scale = 10.0**places
        low, high = math.ceil(self.low * scale - HALF_SLACK), math.floor(self.high * scale + HALF_SLACK)
        return Interval(low / scale, high / scale) if low <= high else self

    def rounded(self, places: int) -> Interval:
        """Return the interval widened to the values to which its numbers may be rounded, halves up or down."""
        return Interval(min(self.low, _half_down(self.low, places)), max(self.high, _half_up(self.high, places)))


class Reach:
    """The values that can be reached in ``table`` by rounding to ``decimals`` after each step (None: no rounding).

    ``given`` are the cells that the student filled in, as intervals.
    """

    def __init__(self, table: StepTable, decimals: int | None, given: Mapping[Cell, Interval] | None = None) -> None:
        self._table = table
        self._given = given or {}
        self._exact = table.computed.table.p.rounding.mode == "exact"
        self._decimals = decimals if self._exact else None
        self._known: dict[Cell, Interval | None] = {}
        self._follows: dict[Cell, bool] = {}
        self._expressions: dict[Cell, Expr | None] = {}

    def score(self) -> Interval | None:
        """The values that the score may have; None if they have no bounds."""
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
        """The values that a cell may have by its calculation, even if the student gave it; None without bounds."""
        for each in self._sources_first(at, self._known, self._is_computed):
            expr = self._expression(each)
            number = float(self._table.computed.columns[each[0]][each[1]])
            found = self._evaluate(Num(number) if expr is None else expr)
            self._known[each] = found if found is None else self._shown(each[0], found)
        return self._known[at]

    def follows(self, at: Cell) -> bool:
        """Whether the cell's calculation depends on a given cell, directly or not."""
        for each in self._sources_first(at, self._follows, lambda source: source not in self._given):
            sources = self._sources(self._expression(each))
            self._follows[each] = any(source in self._given or self._follows[source] for source in sources)
        return self._follows[at]

    def score_follows(self) -> bool:
        """Whether the score's calculation depends on a given cell."""
        at = (self._table.measure.score, self._table.score_row - 1)
        expr = self._table.computed.calculation
        if any(c in self._given or self.follows(c) for c in self._sources(expr)):
            return True
        return at[1] >= 0 and self.follows(at)

    def _sources_first(self, at: Cell, done: Container[Cell], needed: Callable[[Cell], bool]) -> Iterator[Cell]:
        """The cell and the ``needed`` ones that it depends on, each after its own sources, except those ``done``.

        The caller adds each cell to ``done``. Recursion would exceed Python's limit, because a running sum depends on
        as many cells as there are ranks.
        """
        waiting = [at]
        while waiting:
            sources = self._sources(self._expression(waiting[-1]))
            missing = [] if waiting[-1] in done else [c for c in sources if c not in done and needed(c)]
            if missing:
                waiting += missing
                continue
            cell = waiting.pop()
            if cell not in done:
                yield cell

    def _expression(self, at: Cell) -> Expr | None:
        if at not in self._expressions:
            self._expressions[at] = self._table.expression(self._table.measure.column(at[0]), at[1])
        return self._expressions[at]

    @staticmethod
    def _sources(expr: Expr | None) -> Iterator[Cell]:
        if expr is not None:
            yield from (n.cell for n in expr.numbers() if n.cell is not None)

    def _shown(self, key: str, x: Interval) -> Interval:
        """A cell after a rounding convention; later steps may start from the rounded or the exact number."""
        kept = self._table.measure.places_kept(key, self._table.computed.table.p.rounding)
        return x if kept is None else x.joined(Interval(_half_up(x.low, kept), _half_up(x.high, kept)))

    def _evaluate(self, expr: Expr) -> Interval | None:
        return reach_of(expr, self._decimals, self._number)

    def _number(self, number: Num) -> Interval | None:
        if number.cell is None:
            return Interval(number.number, number.number)
        if number.cell in self._given:
            return self._given[number.cell]
        if not self._is_computed(number.cell):
            return Interval(number.number, number.number)
        return self.cell(number.cell)

    def _is_computed(self, at: Cell) -> bool:
        """Whether calculations start from the interval of a cell's own calculation, not from the number in the cell."""
        return at not in self._given and (self._exact or self.follows(at))


def _exactly(number: Num) -> Interval:
    return Interval(number.number, number.number)


def reach_of(expr: Expr, decimals: int | None, number: Callable[[Num], Interval | None] = _exactly) -> Interval | None:
    """Return the values of a calculation if each step may be rounded to ``decimals``; None if they have no bounds.

    ``number`` returns the values of the numbers from which it starts.
    """
    found = _step(expr, lambda inner: reach_of(inner, decimals, number), number)
    if found is None or not (math.isfinite(found.low) and math.isfinite(found.high)):
        return None
    return found if decimals is None else found.rounded(decimals)


def _step(
    expr: Expr, evaluate: Callable[[Expr], Interval | None], number: Callable[[Num], Interval | None]
) -> Interval | None:
    if isinstance(expr, Num):
        return number(expr)
    if isinstance(expr, Binary):
        left, right = evaluate(expr.left), evaluate(expr.right)
        return None if left is None or right is None else _combined(expr.sign, left, right)
    if isinstance(expr, Call):
        inside = [evaluate(x) for x in expr.arguments]
        ends = [x for x in inside if x is not None]
        if len(ends) < len(inside):
            return None
        try:
            low, high = (expr.compute(*(getattr(x, end) for x in ends)) for end in ("low", "high"))
        except ValueError:  # the logarithm of a number that is not positive
            return None
        return Interval(low, high)
    raise TypeError(type(expr).__name__)


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
    """The number rounded, with halves rounded down."""
    scale = 10.0**places
    return math.ceil(x * scale - 0.5 - HALF_SLACK) / scale
