"""Discounts that people use, although no source or tool does: other logarithms, the rank itself, or no discount.

Each is an object like the choices of the convention, so a mistake with the discount is computed as the measure under
another choice, and can be combined with other choices.
"""

from __future__ import annotations

import math

import numpy as np

from ireval.conventions.discounts import DECIMAL, NATURAL, Discount, Logarithm
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Num, log

_LATEX = {NATURAL: r"\ln", DECIMAL: r"\log_{10}"}


def _from_rank(key: str, logarithm: Logarithm, first: int) -> Discount:
    """A discount by the logarithm of the rank; gains above rank ``first`` are not discounted."""
    scale = math.log(logarithm.base)

    def divisors(ranks: Floats) -> Floats:
        return np.where(ranks >= first, np.log(np.maximum(ranks, first)) / scale, 1.0)

    return Discount(
        key,
        key,
        "",
        divisors=divisors,
        write=logarithm.write,
        latex=lambda rank: rf"{_LATEX[logarithm]} {rank}",
        first=first,
        logarithm=logarithm,
    )


def _plus_1(key: str, logarithm: Logarithm) -> Discount:
    """A discount by the logarithm of the rank plus 1."""
    scale = math.log(logarithm.base)
    return Discount(
        key,
        key,
        "",
        divisors=lambda ranks: np.log(ranks + 1) / scale,
        write=lambda rank: logarithm.write(Num(rank) + 1),
        latex=lambda rank: rf"{_LATEX[logarithm]}({rank}+1)",
        logarithm=logarithm,
        shift=1,
    )


NATURAL_FROM_2 = _from_rank("natural-logarithm-from-2", NATURAL, 2)
NATURAL_FROM_3 = _from_rank("natural-logarithm-from-3", NATURAL, 3)
NATURAL_PLUS_1 = _plus_1("natural-logarithm-plus-1", NATURAL)
DECIMAL_FROM_2 = _from_rank("decimal-logarithm-from-2", DECIMAL, 2)
DECIMAL_PLUS_1 = _plus_1("decimal-logarithm-plus-1", DECIMAL)
ONE_PLUS = Discount(
    "one-plus-log2-rank",
    "1 + log2(i)",
    "",
    divisors=lambda ranks: 1 + np.log2(ranks),
    write=lambda rank: Num(1) + log(2, rank),
    latex=lambda rank: rf"1+\log_2{rank}",
)
ONE_PLUS_NATURAL = Discount(
    "one-plus-ln-rank",
    "1 + ln(i)",
    "",
    divisors=lambda ranks: 1 + np.log(ranks),
    write=lambda rank: Num(1) + NATURAL.write(rank),
    latex=lambda rank: rf"1+\ln{rank}",
)
BY_RANK = Discount("rank", "i", "", divisors=lambda ranks: ranks, write=Num, latex=str)
NONE = Discount("none", "1", "", divisors=np.ones_like, write=lambda _: Num(1), latex=lambda _: "1", first=10**9)
