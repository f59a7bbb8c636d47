"""Shared by ERR-IA and nERR-IA: gains that halve with each repetition, divided by their ranks and added up."""

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
    """Return the sum of gains divided by a discount."""
    return total(t, worked(gained) / discount)


def mistakes(
    repeated: Callable[[Table, Floats], Worked], divided: Callable[[Table, Floats, Quantity], Worked], divisor: str
) -> tuple[Mistake, ...]:
    """Return the mistakes of both; ``divided`` computes each measure's score from gains and a discount.

    ``repeated`` computes it if repetitions count in full; ``divisor`` names the divisor of the sum.
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
