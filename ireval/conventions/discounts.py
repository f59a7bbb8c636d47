"""Discounts: what the gain at a rank is divided by.

Each is one object: its words, the numbers, how they are written with a rank put in, and the LaTeX.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from ireval.conventions.parameter import Choice, Parameter
from ireval.numbers.arrays import Bools, Floats, ranks
from ireval.numbers.expression import Expr, Num, Operand, ln, log
from ireval.numbers.row_calculations import Each, Kept, Rows
from ireval.stdlib.lazy_attribute import lazy_attribute


@dataclass(frozen=True)
class Logarithm:
    """A logarithm: its base, and how it is written."""

    base: float
    write: Callable[[Operand], Expr]


NATURAL = Logarithm(math.e, ln)
BINARY, DECIMAL = Logarithm(2, partial(log, 2)), Logarithm(10, partial(log, 10))


@dataclass(frozen=True, kw_only=True)
class Discount(Choice):
    """A discount, which begins at rank ``first``; the gains before it count in full.

    ``divisors`` gives the divisors of ranks, an array of floats, which are 1 before ``first``. ``write`` writes the
    divisor of a rank from ``first`` on, and ``latex`` that of a rank's symbol. A discount that is a ``logarithm`` takes
    it of the rank plus ``shift``.
    """

    divisors: Callable[[Floats], Floats]
    write: Callable[[int], Expr]
    latex: Callable[[str], str]
    first: int = 1
    logarithm: Logarithm | None = None
    shift: int = 0

    @lazy_attribute
    def divisors_to(self) -> Callable[[int], Floats]:
        """The divisors of ranks 1, 2, ... to a last rank, which nobody may change: lists of this length share them."""

        @lru_cache(maxsize=64)
        def divisors(last: int) -> Floats:
            found = self.divisors(ranks(last)) + 0.0  # a copy, as a discount by the rank gives the ranks themselves
            found.flags.writeable = False
            return found

        return divisors

    def applied(self, gain: Expr, rank: int) -> Expr:
        """The gain at a rank, written as divided by its discount; also those at several ranks of one kind."""
        if rank < self.first:
            return gain
        return gain / (Each([self._kept(each) for each in rank.all]) if isinstance(rank, Rows) else self.write(rank))

    @lazy_attribute
    def kinds_to(self) -> Callable[[int], tuple[int, ...]]:
        """For ranks 1, 2, ... to a last rank, what tells those apart that are discounted in different ways.

        It is the binding strength of the divisor, 0 for none.
        """
        return lru_cache(maxsize=64)(
            lambda last: tuple([self._kept(i).rank if i >= self.first else 0 for i in range(1, last + 1)])
        )

    @lazy_attribute
    def _kept(self) -> Callable[[int], Kept]:
        return lru_cache(maxsize=1024)(lambda rank: Kept(self.write(rank)))

    def sum_latex(self, above: str, gain: str) -> str:
        """The LaTeX of a gain at rank i added to the sum ``above``; discounts with a case of their own follow it."""
        if self.first == 1:
            return rf"{above} + \frac{{{gain}}}{{{self.latex('i')}}}"
        cases = (("1", f"i < {self.first}"), (self.latex("i"), rf"i \ge {self.first}"))
        rows = r"\\".join(rf"{latex} & \text{{if }} {condition}" for latex, condition in cases)
        return rf"{above} + \frac{{{gain}}}{{d_i}},\qquad d_i = \begin{{cases}}{rows}\end{{cases}}"

    def is_idle(self, last: Floats) -> Bools:
        """Whether it discounts nothing down to rank ``last``, an array of any shape."""
        return np.equal(self.divisors(np.maximum(last, 1)), 1)

    def with_logarithm(self, other: Logarithm) -> Discount:
        """The discount by another logarithm, from the same rank on."""
        scale = math.log(other.base)

        def divisors(ranks: Floats) -> Floats:
            return np.where(ranks >= self.first, np.log(ranks + self.shift) / scale, 1.0)

        return replace(
            self, divisors=divisors, write=lambda rank: other.write(_shifted(rank, self.shift)), logarithm=other
        )


def _shifted(rank: int, shift: int) -> Operand:
    return Num(rank) + shift if shift else rank


def _from_base(key: str, short: str, text: str, did: str, rule: str) -> Discount:
    """A discount by the logarithm of the rank, from the rank on that is the logarithm's base."""
    base = int(key.removeprefix("log").removesuffix("-rank"))
    take = partial(log, base)
    return Discount(
        key,
        short,
        text,
        did,
        rule,
        divisors=lambda ranks: np.maximum(1.0, np.log(ranks) / math.log(base)),
        write=take,
        latex=lambda rank: rf"\log_{{{base}}} {rank}",
        first=base,
        logarithm=Logarithm(base, take),
    )


LOG10 = _from_base(
    "log10-rank",
    "log10(i) from rank 10",
    "Ranks 1 to 10 are not discounted: a very patient reader.",
    "did not discount the first 10 ranks, which is log10(i) from rank 10 onwards",
    "The discount is log10(i) from rank 10 onwards.",
)
DISCOUNT = Parameter(
    "discount",
    "Discount",
    "The divisor of the gain at rank i.",
    "log2-rank-plus-1",
    (
        Discount(
            "log2-rank-plus-1",
            "log2(i + 1)",
            "Every rank from 2 onwards is discounted by log2(i + 1).",
            "discounted by log2(i + 1)",
            "The discount at rank i is log2(i + 1).",
            divisors=lambda ranks: np.log2(ranks + 1),
            write=lambda rank: log(2, Num(rank) + 1),
            latex=lambda rank: rf"\log_2({rank}+1)",
            logarithm=BINARY,
            shift=1,
        ),
        _from_base(
            "log2-rank",
            "log2(i) from rank 2",
            "Rank 1 is not discounted; neither is rank 2, because log2(2) = 1.",
            "discounted by log2(i) from rank 2 onwards",
            "The discount is log2(i) from rank 2 onwards.",
        ),
        _from_base(
            "log5-rank",
            "log5(i) from rank 5",
            "Ranks 1 to 5 are not discounted: a patient reader.",
            "left the first 5 ranks without a discount, as log5(i) from rank 5 onwards does",
            "The discount is log5(i) from rank 5 onwards.",
        ),
        LOG10,
    ),
    in_formula=True,
)
