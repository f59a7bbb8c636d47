"""Rounding as people do it by hand: halves go up, and a convention decides which rounded numbers are used further.

There are four ways, because lectures and people round differently and get different results:

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

#: Binary fractions differ from decimal ones by about 1e-16; a number within this distance of a half counts as a half.
HALF_SLACK = 1e-9
#: Values that differ by no more than this are equal.
SAME = 1e-9
#: Fractions with a divisor up to this are easily guessed.
_SMALL_DIVISORS = range(1, 13)


def half_up(x: Any, places: int | Floats) -> Any:
    """``x`` (number or array) rounded to ``places`` decimals, halves rounded up; an array of places is for arrays.

    >>> float(half_up(0.125, 2)), float(half_up(0.285, 2)), float(half_up(2.4949, 2))
    (0.13, 0.29, 2.49)
    """
    scale = 10.0**places
    if isinstance(x, float) and x - x == 0:  # a finite one; far faster than an array with one element
        return math.floor(x * scale + 0.5 + HALF_SLACK) / scale
    return np.floor(np.asarray(x, dtype=np.float64) * scale + 0.5 + HALF_SLACK) / scale


def half_ups(xs: Iterable[float], places: int) -> list[float]:
    """Numbers as ``half_up`` rounds each; for a few hundred faster than an array."""
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

    With ``cuts``, decimals are cut off wherever they are rounded otherwise.
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
        """``x``, what the last step gives, as the result."""
        return self._shorter(x) if self.mode == "carried" else x

    def shown(self, x: Floats) -> Floats:
        """``x``, a running sum, as its cell shows it."""
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
        if combine is np.add:  # what is added to a rounded cell is rounded with it, or before
            return self._shorter(np.add.accumulate(self._shorter(xs), axis=-1))
        cells = np.empty(xs.shape, dtype=np.float64)
        above = np.full(xs.shape[:-1], float(combine.identity))
        for i in range(xs.shape[-1]):
            above = self._shorter(combine(above, xs[..., i]))
            cells[..., i] = above
        return cells
