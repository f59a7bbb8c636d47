"""A reader who goes on to the next rank with probability p, the persistence: the weight of each rank."""

from __future__ import annotations

import numpy as np

from ireval.conventions import Parameter
from ireval.measure import Column, Table
from ireval.numbers.arrays import Floats

LEGEND = ("p", "persistence: the probability of reading on; 0.5 is impatient, 0.95 patient")
WEIGHT = Column(
    "weight", "probability that reading ends here", symbol="p", formula=r"\mathrm{weight}[i] = (1-p)\cdot p^{\,i-1}"
)


def parameter(default: float) -> Parameter:
    """The persistence as a parameter."""
    words = "With what probability does a reader continue to the next rank?"
    return Parameter("p", "Persistence", words, default, whole=False, most=1)


def weights(t: Table) -> Floats:
    """The weight of each rank."""
    return t.p.rounding.running_product(np.where(t.rank == 1, 1 - t.p.p, t.p.p))
