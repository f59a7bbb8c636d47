"""Discounts: the divisors of the gains by rank.

Each discount is one object with its words, its numbers, its calculation at a rank, and its LaTeX.
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
from ireval.numbers.row_calculations import CachedCalculation, Each, Rows
from ireval.stdlib.lazy_attribute import lazy_attribute


@dataclass(frozen=True)
class Logarithm:
    """A logarithm: its base, and the function that writes it as a calculation."""

    base: float
    write: Callable[[Operand], Expr]


NATURAL = Logarithm(math.e, ln)
BINARY, DECIMAL = Logarithm(2, partial(log, 2)), Logarithm(10, partial(log, 10))


@dataclass(frozen=True, kw_only=True)
class Discount(Choice):
    """A discount, which begins at rank ``first``; gains at ranks above are not discounted.

    ``divisors`` returns the divisors for an array of ranks (floats); they are 1 before ``first``. ``write`` returns the
    divisor of a rank from ``first`` on as a calculation, and ``latex`` returns the LaTeX of the divisor, given the
    symbol of the rank. If ``logarithm`` is given, the divisor is the logarithm of the rank plus ``shift``.
    """

    divisors: Callable[[Floats], Floats]
    write: Callable[[int], Expr]
    latex: Callable[[str], str]
    first: int = 1
    logarithm: Logarithm | None = None
    shift: int = 0

    @lazy_attribute
    def divisors_to(self) -> Callable[[int], Floats]:
        """A function from the last rank to the divisors of ranks 1, 2, ..., cached and read-only."""

        @lru_cache(maxsize=64)
        def divisors(last: int) -> Floats:
            found = self.divisors(ranks(last)) + 0.0  # a copy, because a discount by the rank returns the shared ranks
            found.flags.writeable = False
            return found

        return divisors

    def applied(self, gain: Expr, rank: int) -> Expr:
        """The gain at a rank divided by its discount, as a calculation; also for several ranks of the same kind."""
        if rank < self.first:
            return gain
        if isinstance(rank, Rows):
            return gain / Each([self._calculation(each) for each in rank.all])
        return gain / self.write(rank)

    @lazy_attribute
    def kinds_to(self) -> Callable[[int], tuple[int, ...]]:
        """A function from the last rank to the kind of each rank 1, 2, ...: ranks of a kind have the same calculation.

        The kind is the binding strength of the divisor; 0 without a divisor.
        """
        return lru_cache(maxsize=64)(
            lambda last: tuple([self._calculation(i).rank if i >= self.first else 0 for i in range(1, last + 1)])
        )

    @lazy_attribute
    def _calculation(self) -> Callable[[int], CachedCalculation]:
        return lru_cache(maxsize=1024)(lambda rank: CachedCalculation(self.write(rank)))

    def sum_latex(self, above: str, gain: str) -> str:
        """The LaTeX of a gain at rank i added to the sum ``above``, and of the cases of the discount if it has any."""
        if self.first == 1:
            return rf"{above} + \frac{{{gain}}}{{{self.latex('i')}}}"
        cases = (("1", f"i < {self.first}"), (self.latex("i"), rf"i \ge {self.first}"))
        rows = r"\\".join(rf"{latex} & \text{{if }} {condition}" for latex, condition in cases)
        return rf"{above} + \frac{{{gain}}}{{d_i}},\qquad d_i = \begin{{cases}}{rows}\end{{cases}}"

    def is_idle(self, last: Floats) -> Bools:
        """Whether no gain down to rank ``last``, an array of any shape, is discounted."""
        return np.equal(self.divisors(np.maximum(last, 1)), 1)

    def with_logarithm(self, other: Logarithm) -> Discount:
        """The same discount with another logarithm."""
        scale = math.log(other.base)

        def divisors(ranks: Floats) -> Floats:
            return np.where(ranks >= self.first, np.log(ranks + self.shift) / scale, 1.0)

        return replace(
            self, divisors=divisors, write=lambda rank: other.write(_shifted(rank, self.shift)), logarithm=other
        )


def _shifted(rank: int, shift: int) -> Operand:
    return Num(rank) + shift if shift else rank


def _from_base(key: str, short: str, text: str, did: str, rule: str) -> Discount:
    """A discount by the logarithm of the rank; it begins at the rank that equals the logarithm's base."""
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
    "By what is the gain at rank i divided?",
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
