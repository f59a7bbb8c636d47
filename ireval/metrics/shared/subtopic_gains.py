"""What ERR-IA and its share of the ideal have in common: gains that halve, added up with each divided by its rank."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ireval.measure import Column, Mistake, Table
from ireval.metrics.shared.novelty import covered, gains
from ireval.metrics.shared.worked_steps import only, total
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Num, log
from ireval.numbers.worked_number import Quantity, Worked, worked

#: A document on a subtopic leaves every second reader unsatisfied: (2^1 - 1)/2^1.
HALF = 0.5


def own_gains(t: Table) -> Floats:
    """The gain at each rank of the list."""
    return t.p.rounding.step(gains(t, HALF))


SUM = Column.running_sum("sum", "sum of gain / rank so far", r"\frac{G[i]}{i}", spelled=True)


def discounted_sum(t: Table, gained: Floats, discount: Quantity) -> Worked:
    """Gains divided by some discount and added up."""
    return total(t, worked(gained) / discount)


def mistakes(
    repeated: Callable[[Table, Floats], Worked], divided: Callable[[Table, Floats, Quantity], Worked], divisor: str
) -> tuple[Mistake, ...]:
    """The mistakes of both, from how each divides the sum of some gains by some discount.

    ``repeated`` does so where repeats count in full; ``divisor`` says what the sum is divided by.
    """
    return (
        Mistake(
            "forgets-repeats",
            "counted every subtopic in full each time",
            "Each document on a subtopic satisfies half of the readers who are left.",
            lambda t: repeated(t, covered(t)),
        ),
        Mistake(
            "discounts-by-logarithm",
            "discounted by the logarithm, as alpha-nDCG does",
            "The gain is divided by the rank.",
            lambda t: divided(t, own_gains(t), Worked(np.log2(t.rank + 1), lambda i: log(2, Num(i + 1) + 1))),
        ),
        Mistake(
            "forgets-to-divide",
            "gave the sum",
            divisor,
            lambda t: only(t.S > 0, discounted_sum(t, own_gains(t), t.rank)),
        ),
    )
