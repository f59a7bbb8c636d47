"""Quotients and sums by a table's rules of rounding, mostly for wrong scores: the value and its calculation.

A calculation is written out if it is short and gives the value, which rounded intermediate results may prevent.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from ireval.measure import Table
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import MOST_PLACES, Binary, Expr, Num
from ireval.numbers.worked_number import Quantity, Worked, worked

#: The most terms of a sum that is written out: the number of recall levels.
LONGEST_SUM = 11
#: The most terms of two sums together whose quotient is written out.
LONGEST_QUOTIENT = 8
#: The largest difference between the result of a calculation and its value.
SAME = 1e-9


def only(possible: Bools | np.bool | bool, value: Quantity) -> Worked:
    """Return ``value`` where the mistake can be made, else NaN."""
    x = worked(value)
    return Worked(np.where(possible, x.value, np.nan), x.write)


def never(t: Table) -> Worked:
    """Return the result of a mistake that can never be made."""
    return worked(np.full_like(t.R, np.nan))


def ratio(t: Table, above: Quantity, below: Quantity) -> Worked:
    """A quotient by the table's rules of rounding; NaN where the divisor is 0."""
    a, b = worked(above), worked(below)
    value = t.p.rounding.quotient(*np.broadcast_arrays(a.value, b.value))
    return Worked(value, lambda _: _fraction(t, _shown(t, a), _shown(t, b)))


def as_shown(t: Table, x: Worked) -> Worked:
    """``x`` as the table shows it, written as that number."""
    value = t.p.rounding.shown(x.value)
    return Worked(value, lambda i: number(t, float(value[i])))


def total(t: Table, terms: Quantity, end: Floats | None = None, *, at: Bools | None = None) -> Worked:
    """The sum of ``terms`` down to rank ``end`` (the cutoff unless given), calculated as in ``summed``."""
    xs, counts = worked(terms), t.rank <= (t.end if end is None else end)
    return summed(t, Worked(np.where(counts, xs.value, 0), xs.write), at=None if at is None else at & counts)


def summed(t: Table, terms: Quantity, *, at: Bools | None = None) -> Worked:
    """Return the sum of all ``terms``, rounded as a running sum. Terms ``at`` are written, or those that are not 0."""
    xs = worked(terms)
    value = t.p.rounding.shown(t.p.rounding.running_sum(xs.value)[..., -1:])
    return Worked(value, lambda _: _written_out(t, xs, float(value[0]), at))


def running(t: Table, terms: Worked) -> Worked:
    """Return the sums of ``terms`` rank by rank, each from the sum above it."""
    value = t.p.rounding.shown(t.p.rounding.running_sum(terms.value))
    return Worked(value, lambda i: (number(t, float(value[i - 1])) if i else Num(0)) + terms.write(i))


def exact_sum(t: Table, terms: Quantity) -> Worked:
    """Return the sum of all ``terms`` without rounding."""
    xs = worked(terms)
    value = xs.value.sum(axis=-1, keepdims=True)
    return Worked(value, lambda _: _written_out(t, xs, float(value[0])))


def number(t: Table, x: float) -> Num:
    """Return ``x`` as a number, with the table's decimals unless it has more."""
    rounding = t.p.rounding
    rounded = rounding.mode != "exact" and abs(float(rounding.shown(np.asarray(x))) - x) <= SAME
    return Num(x, rounding.places if rounded and not x.is_integer() else None)


def _written_out(t: Table, terms: Worked, value: float, at: Bools | None = None) -> Expr:
    """The first of these that is short and correct: the sum term by term, of the terms' numbers, its own number."""
    rows = np.flatnonzero(terms.value if at is None else at).tolist()
    rounded_afterwards = t.p.rounding.mode == "columns" and (terms.value % 1).any()
    if 0 < len(rows) <= LONGEST_SUM and not rounded_afterwards:
        for write in (terms.write, lambda i: number(t, float(terms.value[i]))):
            calculation = reduce(_plus, map(write, rows))
            if _gives(t, calculation, value):
                return calculation
    return number(t, value)


def _plus(so_far: Expr, term: Expr) -> Expr:
    negative = isinstance(term, Num) and term.number < 0
    return so_far - Num(-term.number, term.places) if isinstance(term, Num) and negative else so_far + term


def _shown(t: Table, x: Worked) -> Expr:
    """The operand of a quotient: the calculation or, if the cell is rounded, the number in the cell."""
    calculation, cell = x.write(0), float(t.p.rounding.shown(x.value)[0])
    return calculation if _gives(t, calculation, cell) else number(t, cell)


def _fraction(t: Table, above: Expr, below: Expr) -> Expr:
    """A quotient; if it has two sums, they are written out if both together are short."""
    if min(_terms(above), _terms(below)) > 1 and _terms(above) + _terms(below) > LONGEST_QUOTIENT:
        return number(t, above.value(MOST_PLACES)) / number(t, below.value(MOST_PLACES))
    return above / below


def _terms(x: Expr) -> int:
    return _terms(x.left) + _terms(x.right) if isinstance(x, Binary) and x.sign in "+-" else 1


def _gives(t: Table, calculation: Expr, value: float) -> bool:
    """Whether the calculation gives the value in spite of rounded intermediate results."""
    return t.p.rounding.mode == "exact" or abs(calculation.value(MOST_PLACES) - value) <= SAME
