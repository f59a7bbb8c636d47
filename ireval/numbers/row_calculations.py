"""The calculations of many rows of a column at once: rows that are written alike share one calculation.

>>> values = [3.0, 2.0, 1.0]
>>> def write(row):
...     return numbers(values, row) / numbers([2.0, 3.0, 4.0], row)
>>> spell_rows(write, (), [0, 1, 2], [1.5, 2 / 3, 0.25], 3)
['3/2', '2/3', '1/4']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, repeat

from ireval.lazy_attribute import lazy_attribute
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import COMPUTE, EXACT, MOST_PLACES, Binary, Call, Expr, Num, spell
from ireval.numbers.number_texts import decimal_texts
from ireval.numbers.rounding import half_ups

#: What tells rows apart that are written in different ways.
Kind = Callable[[int], Hashable]
#: None where no two rows are alike.
Kinds = Sequence[Kind] | None


class Rows(int):
    """Several rows that are written alike. As a number it is the first of them, which stands for all in comparisons."""

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


class Several(Num):
    """What differs from row to row in the calculation of several rows; ``text`` leaves a gap for it."""

    def text(self, places: int) -> str:
        """The gap, which ``texts`` fill."""
        del places
        return "%s"

    def value(self, places: int) -> float:
        """Not defined: there are several values."""
        del places
        raise TypeError("The calculation of several rows has no single value.")

    def texts(self, places: int) -> Iterable[str]:
        """The text in each row."""
        raise NotImplementedError

    def values(self, places: int) -> Iterable[float]:
        """The value of the text in each row."""
        raise NotImplementedError


class Numbers(Several):
    """A number in each row; ``places`` as for a ``Num``."""

    def __init__(self, values: Sequence[float], places: int | None = None) -> None:
        super().__init__(values[0], places)
        self._values = values

    def texts(self, places: int) -> Iterable[str]:
        """The numbers as text."""
        return map(decimal_texts(places if self.places is None else self.places).__getitem__, self._values)

    def values(self, places: int) -> Iterable[float]:
        """The numbers as they are printed."""
        if min(self._values) > -EXACT and max(self._values) < EXACT:
            return half_ups(self._values, places if self.places is None else self.places)
        return [Num(value, self.places).value(places) for value in self._values]


class Kept:
    """A calculation that does not depend on the list, with its texts and values, which many lists need."""

    def __init__(self, calculation: Expr) -> None:
        self.rank = calculation.rank
        self.text = lru_cache(maxsize=16)(calculation.text)
        self.value = lru_cache(maxsize=16)(calculation.value)


class Each(Several):
    """A calculation in each row, all of which bind alike."""

    def __init__(self, calculations: Sequence[Kept]) -> None:
        super().__init__(0)
        self.rank = calculations[0].rank
        self._calculations = calculations

    def texts(self, places: int) -> Iterable[str]:
        """The calculations as text."""
        return [calculation.text(places) for calculation in self._calculations]

    def values(self, places: int) -> Iterable[float]:
        """The values of the texts."""
        return [calculation.value(places) for calculation in self._calculations]


def numbers(values: Sequence[float] | Floats, row: int) -> Num:
    """The number of a row, or of several rows."""
    return Numbers([float(values[i]) for i in row.all]) if isinstance(row, Rows) else Num(float(values[row]))


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

    def __call__(self, index: int) -> Num:
        """The cell in a row, or the cells in several."""
        values = self._values
        if isinstance(index, Rows):
            return Numbers([values[i] for i in index.all], self._places)
        value = values[index]
        return Num(value, None if value.is_integer() else self._places, (self._key, index % len(values)))


def joined(*kinds: Kinds) -> Kinds:
    """The kinds of all of these; none where one has none."""
    known = [each for each in kinds if each is not None]
    return [kind for each in known for kind in each] if len(known) == len(kinds) else None


def spell_rows(
    write: Callable[[int], Expr | None],
    kinds: Kinds,
    rows: Sequence[int],
    results: Sequence[float],
    places: int,
) -> list[str]:
    """What ``spell`` gives for the calculation of each row and its result; empty where there is no calculation.

    Rows of the same ``kinds`` are written together. Without kinds each row is written alone.
    """
    if kinds is None:
        written = ((write(row), result) for row, result in zip(rows, results, strict=True))
        return ["" if expr is None else spell(expr, result, places) for expr, result in written]
    found: dict[int, str] = {}
    wanted = dict(zip(rows, half_ups(results, places), strict=True))
    for alike in _groups(kinds, rows):
        _spell_alike(write, alike, wanted, places, found)
    return [found.get(row, "") for row in rows]


def _groups(kinds: Sequence[Kind], rows: Sequence[int]) -> Iterable[Sequence[int]]:
    if not kinds or not rows:
        return [rows] if rows else []
    groups: dict[Hashable, list[int]] = {}
    for row, key in zip(rows, zip(*(map(kind, rows) for kind in kinds), strict=True), strict=True):
        groups.setdefault(key, []).append(row)
    return groups.values()


def _spell_alike(
    write: Callable[[int], Expr | None],
    rows: Sequence[int],
    wanted: Mapping[int, float],
    places: int,
    found: dict[int, str],
) -> None:
    """Add the texts of rows that are written alike, each with the fewest decimals that give its ``wanted`` result."""
    for digits in range(min(places, MOST_PLACES), MOST_PLACES + 1):
        expr = write(Rows(rows)) if rows else None
        if expr is None:
            return
        found.update(zip(rows, _texts(expr, digits), strict=False))  # its texts may have no end
        values = half_ups(islice(_values(expr, digits), len(rows)), places)
        rows = [row for row, value in zip(rows, values, strict=True) if value != wanted[row]]


def _texts(expr: Expr, places: int) -> Iterator[str]:
    """The text in each row, without end if all rows have the same."""
    text = expr.text(places)
    gaps = [number.texts(places) for number in expr.numbers() if isinstance(number, Several)]
    return map(text.__mod__, zip(*gaps, strict=True)) if gaps else repeat(text)


def _values(expr: Expr, places: int) -> Iterator[float]:
    """The value in each row, without end if all rows have the same."""
    if isinstance(expr, Several):
        return iter(expr.values(places))
    if isinstance(expr, Binary):
        return map(COMPUTE[expr.sign], _values(expr.left, places), _values(expr.right, places))
    if isinstance(expr, Call):
        return map(expr.compute, *(_values(argument, places) for argument in expr.arguments))
    return repeat(expr.value(places))
