"""Writes the calculations of many rows of a column at once: rows of the same form share one calculation.

>>> import numpy as np
>>> def write(row):
...     return numbers(np.array([3.0, 2.0, 1.0]), row) / numbers(np.array([2.0, 3.0, 4.0]), row)
>>> spell_rows(write, (), [0, 1, 2], [1.5, 2 / 3, 0.25], 3)
['3/2', '2/3', '1/4']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, repeat

from ireval.numbers.arrays import Floats
from ireval.numbers.expression import COMPUTE, EXACT, MOST_PLACES, Binary, Call, Expr, Num, spell
from ireval.numbers.number_texts import decimal_texts
from ireval.numbers.rounding import half_ups
from ireval.stdlib.lazy_attribute import lazy_attribute

#: A function from a row to its kind. Rows of the same kind have calculations of the same form.
Kind = Callable[[int], Hashable]
#: Several such functions; None if every row has its own form.
Kinds = Sequence[Kind] | None


class Rows(int):
    """Several rows whose calculations have the same form. Its integer value is the first row, which comparisons use."""

    all: Sequence[int]

    def __new__(cls, rows: Sequence[int]) -> Rows:
        """``rows`` in order, at least one."""
        first = super().__new__(cls, rows[0])
        first.all = rows
        return first

    def __add__(self, other: int) -> Rows:
        return Rows([row + other for row in self.all])

    __radd__ = __add__

    def __sub__(self, other: int) -> Rows:
        return Rows([row - other for row in self.all])


class Several(Expr):
    """A part that differs from row to row in the calculation of several rows; ``text`` leaves a gap for it."""

    def text(self, places: int) -> str:
        """The gap that ``texts`` fills."""
        del places
        return "%s"

    def texts(self, places: int) -> list[str]:
        """The text in each row."""
        raise NotImplementedError

    def values(self, places: int) -> list[float]:
        """The value of the text in each row."""
        raise NotImplementedError

    def keep(self, indexes: Sequence[int]) -> None:
        """Leave out all other rows."""
        raise NotImplementedError


class Numbers(Several):
    """The numbers of a column in some rows; ``places`` as for a ``Num``."""

    def __init__(self, column: Callable[[], list[float]], rows: Rows, places: int | None = None) -> None:
        self._column = column
        self._rows = rows
        self._places = places

    @lazy_attribute
    def _numbers(self) -> list[float]:
        column = self._column()
        return [column[i] for i in self._rows.all]

    def texts(self, places: int) -> list[str]:
        """The numbers as text."""
        return decimal_texts(places if self._places is None else self._places).of(self._numbers)

    def values(self, places: int) -> list[float]:
        """The numbers as they are printed."""
        numbers = self._numbers
        if min(numbers) > -EXACT and max(numbers) < EXACT:
            return half_ups(numbers, places if self._places is None else self._places)
        return [Num(number, self._places).value(places) for number in numbers]

    def keep(self, indexes: Sequence[int]) -> None:
        """Leave out all other rows."""
        self._numbers = [self._numbers[i] for i in indexes]


class CachedCalculation:
    """A calculation that does not depend on the list. Its texts and values are cached, because many lists need them."""

    def __init__(self, calculation: Expr) -> None:
        self.rank = calculation.rank
        self.text = lru_cache(maxsize=16)(calculation.text)
        self.value = lru_cache(maxsize=16)(calculation.value)


class Each(Several):
    """A calculation for each row; all calculations have the same binding strength."""

    def __init__(self, calculations: Sequence[CachedCalculation]) -> None:
        self.rank = calculations[0].rank
        self._calculations = calculations

    def texts(self, places: int) -> list[str]:
        """The calculations as text."""
        return [calculation.text(places) for calculation in self._calculations]

    def values(self, places: int) -> list[float]:
        """The values of the texts."""
        return [calculation.value(places) for calculation in self._calculations]

    def keep(self, indexes: Sequence[int]) -> None:
        """Leave out all other rows."""
        self._calculations = [self._calculations[i] for i in indexes]


def numbers(column: Floats, row: int) -> Expr:
    """The number of a row, or of several rows."""
    return Numbers(column.tolist, row) if isinstance(row, Rows) else Num(float(column[row]))


class CellNumbers:
    """The cells of a column as numbers, by their place; -1 is the last."""

    def __init__(self, column: Floats, places: int | None, key: str) -> None:
        self._column = column
        self._places = places
        self._key = key

    @lazy_attribute
    def _values(self) -> list[float]:
        values: list[float] = self._column.astype(float).tolist()
        return values

    def __call__(self, index: int) -> Expr:
        """The cell in a row, or the cells in several."""
        if isinstance(index, Rows):
            return Numbers(lambda: self._values, index, self._places)
        values = self._values
        value = values[index]
        return Num(value, None if value.is_integer() else self._places, (self._key, index % len(values)))


def joined(*kinds: Kinds) -> Kinds:
    """All kinds together; None if one of the arguments is None."""
    found: list[Kind] = []
    for each in kinds:
        if each is None:
            return None
        found += each
    return found


def spell_rows(
    write: Callable[[int], Expr | None],
    kinds: Kinds,
    rows: Sequence[int],
    results: Sequence[float],
    places: int,
) -> list[str]:
    """The text of each row's calculation, as ``spell`` writes it for the result; empty without a calculation.

    Rows of the same ``kinds`` are written together. If ``kinds`` is None, each row is written alone.
    """
    if kinds is None:
        written = ((write(row), result) for row, result in zip(rows, results, strict=True))
        return ["" if expr is None else spell(expr, result, places) for expr, result in written]
    found: dict[int, str] = {}
    wanted = dict(zip(rows, results, strict=True))
    for alike in _groups(kinds, rows):
        if len(alike) > 1:
            _spell_alike(write(Rows(alike)), alike, [wanted[row] for row in alike], places, found)
        elif expr := write(alike[0]):
            found[alike[0]] = spell(expr, wanted[alike[0]], places)
    return [found.get(row, "") for row in rows]


def _groups(kinds: Sequence[Kind], rows: Sequence[int]) -> Iterable[Sequence[int]]:
    if not kinds or not rows:
        return [rows] if rows else []
    groups: dict[Hashable, list[int]] = {}
    for row, key in zip(rows, zip(*(map(kind, rows) for kind in kinds), strict=True), strict=True):
        groups.setdefault(key, []).append(row)
    return groups.values()


def _spell_alike(
    expr: Expr | None, rows: Sequence[int], results: Sequence[float], places: int, found: dict[int, str]
) -> None:
    """Add the texts of rows of the same form, each with the fewest decimals that give its result."""
    if expr is None:
        return
    several, wanted = _several(expr), half_ups(results, places)
    for digits in range(min(places, MOST_PLACES), MOST_PLACES + 1):
        found.update(zip(rows, _texts(expr, several, digits), strict=False))  # the texts may be an endless iterator
        values = half_ups(islice(_values(expr, digits), len(rows)), places)
        lacking = [i for i, value in enumerate(values) if value != wanted[i]]
        if not lacking:
            return
        if len(lacking) < len(rows):
            rows, wanted = [rows[i] for i in lacking], [wanted[i] for i in lacking]
            for each in several:
                each.keep(lacking)


def _texts(expr: Expr, several: Sequence[Several], places: int) -> Iterator[str]:
    """The text of each row; an endless iterator if all rows have the same text."""
    text = expr.text(places)
    return map(text.__mod__, zip(*[each.texts(places) for each in several], strict=True)) if several else repeat(text)


def _several(expr: Expr) -> list[Several]:
    """The parts that differ from row to row, in the order in which they are printed."""
    if isinstance(expr, Several):
        return [expr]
    if isinstance(expr, Binary):
        return _several(expr.left) + _several(expr.right)
    return [several for argument in expr.arguments for several in _several(argument)] if isinstance(expr, Call) else []


def _values(expr: Expr, places: int) -> Iterator[float]:
    """The value of each row; an endless iterator if all rows have the same value."""
    if isinstance(expr, Several):
        return iter(expr.values(places))
    if isinstance(expr, Binary):
        return map(COMPUTE[expr.sign], _values(expr.left, places), _values(expr.right, places))
    if isinstance(expr, Call):
        return map(expr.compute, *(_values(argument, places) for argument in expr.arguments))
    return repeat(expr.value(places))
