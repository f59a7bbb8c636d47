"""Numbers together with their calculations: arrays for scores, and calculations for printing.

The value and the printed calculation of a score are declared once, by calculating with ``Worked`` numbers:

>>> found, ranks = worked(np.array([4.0])), worked(np.array([9.0]))
>>> wrong = found / ranks
>>> wrong.value, wrong.write(0).text(3)
(array([0.44444444]), '4/9')
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ireval.numbers.arrays import Bools, Floats, quotient
from ireval.numbers.expression import Expr, Num
from ireval.numbers.row_calculations import Kinds, joined, numbers, spell_rows
from ireval.stdlib.lazy_attribute import lazy_attribute


class Worked:
    """A number with its calculation: ``value``, an array of shape (..., 1) or (..., rows), and ``write``.

    ``value`` may be a function that computes the array when it is first needed; calculations rarely need it.

    ``write(i)`` returns the calculation at index i of the last axis with its numbers filled in, for single lists only.
    ``full(i)`` returns the same with sums written out. A quotient by 0 is NaN. With ``kinds``, ``write`` also accepts
    ``Rows``: several rows of the same kinds.
    """

    def __init__(
        self,
        value: Floats | Callable[[], Floats],
        write: Callable[[int], Expr],
        full: Callable[[int], Expr] | None = None,
        kinds: Kinds = None,
    ) -> None:
        self._given = value
        self.write = write
        self.full = full or write
        self.kinds = kinds

    @lazy_attribute
    def value(self) -> Floats:
        """The array."""
        return self._given() if callable(self._given) else self._given

    def spell(self, rows: Sequence[int], results: Sequence[float], places: int) -> list[str]:
        """The calculations of these rows as text, with enough decimals for their ``results``; empty without one."""
        return spell_rows(self.write, self.kinds, rows, results, places)

    __array_ufunc__ = None  # so that ``array + worked`` uses ``__radd__`` of this class

    def __add__(self, other: Quantity) -> Worked:
        return _both(operator.add, self, worked(other))

    def __radd__(self, other: Quantity) -> Worked:
        return _both(operator.add, worked(other), self)

    def __sub__(self, other: Quantity) -> Worked:
        return _both(operator.sub, self, worked(other))

    def __rsub__(self, other: Quantity) -> Worked:
        return _both(operator.sub, worked(other), self)

    def __mul__(self, other: Quantity) -> Worked:
        return _both(operator.mul, self, worked(other))

    def __rmul__(self, other: Quantity) -> Worked:
        return _both(operator.mul, worked(other), self)

    def __truediv__(self, other: Quantity) -> Worked:
        return _both(operator.truediv, self, worked(other), quotient)

    def __rtruediv__(self, other: Quantity) -> Worked:
        return _both(operator.truediv, worked(other), self, quotient)

    def __eq__(self, other: object) -> bool:
        raise TypeError("Worked numbers are compared by < and >.")

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Quantity) -> Bools:
        return np.asarray(self.value < worked(other).value)

    def __le__(self, other: Quantity) -> Bools:
        return np.asarray(self.value <= worked(other).value)

    def __gt__(self, other: Quantity) -> Bools:
        return np.asarray(self.value > worked(other).value)

    def __ge__(self, other: Quantity) -> Bools:
        return np.asarray(self.value >= worked(other).value)


class Given(Worked):
    """A given number, which was not calculated."""


#: The types that a ``Worked`` number can be combined with.
Quantity = Worked | Floats | float


def worked(x: Any) -> Worked:
    """A number or an array as a ``Worked`` number that is its own calculation; a ``Worked`` number unchanged."""
    if isinstance(x, Worked):
        return x
    value = np.asarray(x, dtype=np.float64)
    if not value.ndim:
        value = value[None]
    if len(value) > 1:
        return Given(value, lambda i: numbers(value, i), kinds=())
    return Given(value, lambda _: Num(float(value[0])), kinds=())


def _both(
    do: Callable[[Any, Any], Any], a: Worked, b: Worked, arrays: Callable[[Floats, Floats], Floats] | None = None
) -> Worked:
    return Worked(
        lambda: (arrays or do)(a.value, b.value),
        lambda i: do(a.write(i), b.write(i)),
        lambda i: do(a.full(i), b.full(i)),
        joined(a.kinds, b.kinds),
    )
