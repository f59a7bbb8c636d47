r"""Calculations with their numbers filled in, which are written once and shown as plain text or LaTeX.

An expression such as ``3/log2(6) + 1.631`` explains a cell of a step table. Python's operators build it from the
numbers that the cell was computed from. It can print itself, and compute its value from the printed digits alone.
``spell`` adds digits until the printed calculation gives the printed result.

>>> e = Num(3) / log(2, Num(6)) + Num(1.6309297)
>>> e.text(3), e.latex(3)
('3/log2(6) + 1.631', '\\frac{3}{\\log_{2}(6)} + 1.631')
>>> spell(e, 2.7915, 3)
'3/log2(6) + 1.631'
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce

from ireval.numbers.number_texts import decimal_texts, fixed_texts
from ireval.numbers.rounding import half_up

#: The most decimals that are printed so that a calculation gives its cell.
MOST_PLACES = 12
EXACT = 2.0**53 / 10**MOST_PLACES  #: a float closer to 0 has enough digits for ``MOST_PLACES`` decimals


def decimal(value: float, places: int) -> str:
    """``value`` with ``places`` decimals, halves rounded up; an exact whole number without decimals.

    >>> decimal(0.125, 2), decimal(3.0, 2), decimal(2.9999999, 2)
    ('0.13', '3', '3.00')
    """
    return decimal_texts(places)[value]


def fixed(value: float, places: int) -> str:
    """``value`` with exactly ``places`` decimals, halves rounded up (``0.5`` at 3 places is ``0.500``)."""
    return fixed_texts(places)[value]


class Expr:
    """A calculation; see the module's example."""

    rank = 9  #: binding strength, which decides where brackets go: 1 sum, 2 product, 9 a number or a function

    def text(self, places: int) -> str:
        """The calculation as plain text that Python can evaluate, with ``^`` for its ``**``."""
        raise NotImplementedError

    def latex(self, places: int) -> str:
        """The calculation as LaTeX."""
        raise NotImplementedError

    def value(self, places: int) -> float:
        """The value of the text, computed from the printed digits."""
        raise NotImplementedError

    def numbers(self) -> Iterator[Num]:
        """The numbers in the order in which they are printed, including the bases of logarithms."""
        raise NotImplementedError

    def __add__(self, other: Operand) -> Expr:
        return Binary("+", self, lift(other))

    def __radd__(self, other: Operand) -> Expr:
        return Binary("+", lift(other), self)

    def __sub__(self, other: Operand) -> Expr:
        return Binary("-", self, lift(other))

    def __rsub__(self, other: Operand) -> Expr:
        return Binary("-", lift(other), self)

    def __mul__(self, other: Operand) -> Expr:
        return Binary("*", self, lift(other))

    def __rmul__(self, other: Operand) -> Expr:
        return Binary("*", lift(other), self)

    def __truediv__(self, other: Operand) -> Expr:
        return Binary("/", self, lift(other))

    def __rtruediv__(self, other: Operand) -> Expr:
        return Binary("/", lift(other), self)


Operand = Expr | float


def lift(x: Operand) -> Expr:
    """A number as an expression; an expression unchanged."""
    return x if isinstance(x, Expr) else Num(float(x))


@dataclass(unsafe_hash=True)  # not frozen: a table has hundreds, and frozen ones take three times as long to create
class Num(Expr):
    """A number. ``places``, if given, is the number of decimals that it is rounded to.

    ``cell`` is the cell of the step table that it was taken from, if any, as (column, row from 0).
    """

    number: float
    places: int | None = None
    cell: tuple[str, int] | None = None

    def text(self, places: int) -> str:
        return decimal(self.number, places if self.places is None else self.places)

    latex = text

    def value(self, places: int) -> float:
        number, kept = self.number, places if self.places is None else self.places
        if number == int(number):
            return float(number)
        # To print the number and read it again gives the same result, but takes far longer.
        return half_up(number, kept) if abs(number) < EXACT else float(self.text(places))

    def numbers(self) -> Iterator[Num]:
        yield self


_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2}
COMPUTE: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: a / b if b else math.nan,
}


@dataclass(unsafe_hash=True)
class Binary(Expr):
    """``left sign right``."""

    sign: str
    left: Expr
    right: Expr

    @property
    def rank(self) -> int:  # type: ignore[override]
        return _STRENGTH[self.sign]

    def text(self, places: int) -> str:
        left, right = self.left.text(places), self.right.text(places)
        rank, beside = self.rank, self.right.rank
        if self.left.rank < rank:
            left = f"({left})"
        if beside < rank or (beside == rank and self.sign in "-/"):
            right = f"({right})"
        return f"{left} {self.sign} {right}" if self.sign in "+-" else f"{left}{self.sign}{right}"

    def latex(self, places: int) -> str:
        left, right = self.left.latex(places), self.right.latex(places)
        if self.sign == "/":
            return rf"\frac{{{left}}}{{{right}}}"
        if self.left.rank < self.rank:
            left = rf"({left})"
        if self.right.rank < self.rank or (self.right.rank == self.rank and self.sign == "-"):
            right = rf"({right})"
        sign = r"\cdot" if self.sign == "*" else self.sign
        return f"{left} {sign} {right}"

    def value(self, places: int) -> float:
        return COMPUTE[self.sign](self.left.value(places), self.right.value(places))

    def numbers(self) -> Iterator[Num]:
        yield from (*self.left.numbers(), *self.right.numbers())


@dataclass(unsafe_hash=True)
class Call(Expr):
    """A named function of expressions: a logarithm, a root, a minimum or a maximum."""

    name: str
    command: str
    compute: Callable[..., float]
    arguments: tuple[Expr, ...]
    brackets: str = "()"  #: around the arguments in LaTeX

    def text(self, places: int) -> str:
        return f"{self.name}({', '.join(a.text(places) for a in self.arguments)})"

    def latex(self, places: int) -> str:
        inside = r",\,".join(a.latex(places) for a in self.arguments)
        return f"{self.command}{self.brackets[0]}{inside}{self.brackets[1]}"

    def value(self, places: int) -> float:
        return self.compute(*(a.value(places) for a in self.arguments))

    def numbers(self) -> Iterator[Num]:
        yield from (Num(float(base)) for base in re.findall(r"\d+", self.command))
        for argument in self.arguments:
            yield from argument.numbers()


def log(base: int, x: Operand) -> Expr:
    """The logarithm of ``x``, written ``log2(6)``, ``log10(6)``, ``log5(6)``."""
    return Call(f"log{base}", rf"\log_{{{base}}}", lambda v: math.log(v) / math.log(base), (lift(x),))


def ln(x: Operand) -> Expr:
    """The natural logarithm of ``x``."""
    return Call("ln", r"\ln", math.log, (lift(x),))


def root(x: Operand) -> Expr:
    """The square root of ``x``."""
    return Call("sqrt", r"\sqrt", math.sqrt, (lift(x),), "{}")


def minimum(*xs: Operand) -> Expr:
    """The smallest of ``xs``."""
    return Call("min", r"\min", min, tuple(map(lift, xs)))


def maximum(xs: list[Operand]) -> Expr:
    """The largest of ``xs``; with a single one, that expression itself."""
    return lift(xs[0]) if len(xs) == 1 else Call("max", r"\max", max, tuple(map(lift, xs)))


def total(xs: list[Expr]) -> Expr:
    """The sum of ``xs``, written out; 0 if there are none."""
    return reduce(operator.add, xs) if xs else Num(0)


def spell(calculation: Expr, result: float, places: int) -> str:
    """The calculation as text, with enough decimals that it gives ``result`` at ``places`` decimals."""
    return calculation.text(digits_needed(calculation, result, places))


def digits_needed(calculation: Expr, result: float, places: int) -> int:
    """The number of decimals with which the printed calculation gives ``result`` at ``places`` decimals."""
    target = fixed(result, places)
    for digits in range(places, MOST_PLACES):
        if fixed(calculation.value(digits), places) == target:
            return digits
    return MOST_PLACES


def exact(value: float) -> Num:
    """``value`` with all of its decimals; used mostly for parameters."""
    decimals = f"{value:.{MOST_PLACES}f}".rstrip("0").partition(".")[2]
    return Num(value, len(decimals))
