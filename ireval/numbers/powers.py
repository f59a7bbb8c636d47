"""Numbers that are printed as powers: ``0.5^2``.

>>> power(Num(0.5), 2).text(3), power(Num(0.5), 2).latex(3), power(Num(0.5), 2).value(3)
('0.500^2', '0.500^{2}', 0.25)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ireval.numbers.expression import Num

_ONE = Num(1)


@dataclass(unsafe_hash=True)
class Power(Num):
    """A number that is printed as a whole power of ``base``."""

    base: Num = _ONE
    exponent: int = 1

    def text(self, places: int) -> str:
        """The base, ``^`` and the exponent."""
        return f"{self.base.text(places)}^{self.exponent}"

    def latex(self, places: int) -> str:
        """The base and the exponent above it."""
        return f"{self.base.latex(places)}^{{{self.exponent}}}"

    def value(self, places: int) -> float:
        """The power of the printed base."""
        return float(self.base.value(places) ** self.exponent)

    def numbers(self) -> Iterator[Num]:
        """The base and the exponent."""
        yield from (self.base, Num(self.exponent))


def power(base: Num, exponent: int) -> Num:
    """``base`` to a whole power."""
    return Power(base.number**exponent, base=base, exponent=exponent)
