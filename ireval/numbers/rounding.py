"""Rounding by hand: halves go up, and a convention decides in which steps rounded numbers are used.

There are four ways, because lectures and people round differently, with different results:

``exact``         only the numbers shown are rounded;
``columns``       sums are exact, the cells shown are rounded, and quotients are computed from the rounded cells;
``intermediate``  every step starts from rounded cells, and the last step's quotient is not rounded;
``carried``       every step starts from rounded cells, and so the result is rounded, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.numbers.arrays import Floats, quotient
from ireval.stdlib.lazy_attribute import lazy_attribute

#: A number within this distance of a half counts as a half, because binary fractions differ from decimal fractions.
HALF_SLACK = 1e-9
#: Values that differ by at most this much count as equal.
SAME = 1e-9
#: The divisors of fractions that are easily guessed.
_SMALL_DIVISORS = range(1, 13)


def half_up(x: Any, places: int | Floats) -> Any:
    """``x`` (number or array) rounded to ``places`` decimals, halves rounded up; ``places`` may be an array if x is.

    >>> float(half_up(0.125, 2)), float(half_up(0.285, 2)), float(half_up(2.4949, 2))
    (0.13, 0.29, 2.49)
    """
    scale = 10.0**places
    if isinstance(x, float) and x - x == 0:  # a finite number: far faster than an array with one element
        return math.floor(x * scale + 0.5 + HALF_SLACK) / scale
    return np.floor(np.asarray(x, dtype=np.float64) * scale + 0.5 + HALF_SLACK) / scale


def half_ups(xs: Iterable[float], places: int) -> list[float]:
    """The numbers rounded as ``half_up`` does; faster than an array for a few hundred numbers."""
    scale, floor = 10.0**places, math.floor
    return [floor(x * scale + 0.5 + HALF_SLACK) / scale if x - x == 0 else x for x in xs]


def is_simple(value: float) -> bool:
    """Whether a number is a fraction with a small divisor.

    >>> is_simple(0.25), is_simple(2 / 3), is_simple(13 / 30)
    (True, True, False)
    """
    return any(abs(value * n - round(value * n)) <= SAME * n for n in _SMALL_DIVISORS)


def cut_off(x: Any, places: int) -> Any:
    """``x`` (number or array) with the decimals after ``places`` cut off.

    >>> float(cut_off(0.129, 2)), float(cut_off(0.29, 2)), float(cut_off(-0.129, 2))
    (0.12, 0.29, -0.12)
    """
    scale = 10.0**places
    return np.trunc(np.asarray(x, dtype=np.float64) * scale + np.sign(x) * HALF_SLACK) / scale


@dataclass(frozen=True)
class Rounding:
    """How a table rounds while it is computed. ``mode`` is one of the four ways, ``places`` the number of decimals.

    If ``cuts``, decimals are cut off instead of rounded.
    """

    mode: str = "exact"
    places: int = 2
    cuts: bool = False

    @lazy_attribute
    def every_step(self) -> bool:
        """Whether each step starts from rounded cells."""
        return self.mode in {"intermediate", "carried"}

    def _shorter(self, x: Floats) -> Floats:
        return np.asarray(cut_off(x, self.places) if self.cuts else half_up(x, self.places))

    def step(self, x: Floats) -> Floats:
        """``x`` as later steps use it."""
        return self._shorter(x) if self.every_step else x

    def result(self, x: Floats) -> Floats:
        """The result of the last step, ``x``, rounded if the way of rounding says so."""
        return self._shorter(x) if self.mode == "carried" else x

    def shown(self, x: Floats) -> Floats:
        """The running sum ``x`` as its cell shows it."""
        return x if self.mode == "exact" else self._shorter(x)

    def quotient(self, above: Floats, below: Floats | float) -> Floats:
        """``above / below`` computed from the cells shown; NaN where ``below`` is 0."""
        if self.mode == "exact":
            return quotient(above, below)
        return self.result(quotient(self.shown(above), self.shown(np.asarray(below, dtype=np.float64))))

    def running_sum(self, terms: Floats) -> Floats:
        """The running sum of ``terms`` along the last axis, each cell computed from the one above."""
        return self._running(np.add, terms)

    def running_product(self, factors: Floats) -> Floats:
        """The running product of ``factors`` along the last axis, each cell computed from the one above."""
        return self._running(np.multiply, factors)

    def _running(self, combine: np.ufunc, xs: Floats) -> Floats:
        if not self.every_step:
            return np.asarray(combine.accumulate(xs, axis=-1, dtype=np.float64))
        if combine is np.add:  # rounding the term first gives the same sum of rounded cells
            return self._shorter(np.add.accumulate(self._shorter(xs), axis=-1))
        cells = np.empty(xs.shape, dtype=np.float64)
        above = np.full(xs.shape[:-1], float(combine.identity))
        for i in range(xs.shape[-1]):
            above = self._shorter(combine(above, xs[..., i]))
            cells[..., i] = above
        return cells
