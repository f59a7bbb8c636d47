"""What ERR-IA and its share of the ideal have in common: gains that halve, added up with each divided by its rank."""

from __future__ import annotations

import numpy as np

from ireval.measure import Cell, Column, Table
from ireval.metrics.shared.novelty import gain_cell, gains
from ireval.metrics.shared.worked_steps import only, total
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Expr, Num, log
from ireval.numbers.worked_number import Quantity, Worked, worked

#: A document on a subtopic leaves every second reader unsatisfied: (2^1 - 1)/2^1.
HALF = 0.5


def own_gains(t: Table) -> Floats:
    """The gain at each rank of the list."""
    return t.p.rounding.step(gains(t, HALF))


def by_rank(c: Cell, gain: str, key: str) -> Expr:
    """A cell of the running sum ``key``: this rank's gain divided by the rank, and the sum above."""
    return c.summed(c[gain] / c.rank, key)


G = Column("G", "gain: novelty of this document", lambda c: gain_cell(c, HALF))
SUM = Column("sum", "sum of gain / rank so far", lambda c: by_rank(c, "G", "sum"), rounded=True, spelled=True)


def discounted_sum(t: Table, gained: Floats, discount: Quantity) -> Worked:
    """Gains divided by some discount and added up."""
    return total(t, worked(gained) / discount)


def undivided(t: Table) -> Worked:
    """The sum as a score."""
    return only(t.S > 0, discounted_sum(t, own_gains(t), t.rank))


def logarithm(t: Table) -> Worked:
    """The discount that belongs to alpha-nDCG, as a mistake."""
    return Worked(np.log2(t.rank + 1), lambda i: log(2, Num(i + 1) + 1))
