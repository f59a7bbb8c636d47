"""How two judges labelled the same documents, in counts, and the calculations of their agreement.

>>> judges = TwoJudges(both=300, only_first=20, only_second=10, neither=70)
>>> judges.observed.text(3), judges.expected.text(3)
('(300 + 70)/400', '320/400*310/400 + 80/400*90/400')
>>> round(judges.kappa.value(15), 3)
0.776
"""

from __future__ import annotations

from typing import NamedTuple

from ireval.numbers.expression import Expr, Num


class TwoJudges(NamedTuple):
    """How many documents both judges, one of them or neither call relevant."""

    both: int
    only_first: int
    only_second: int
    neither: int

    @property
    def total(self) -> int:
        """The number of documents."""
        return sum(self)

    @property
    def shares(self) -> tuple[float, float]:
        """The share of the documents that each judge calls relevant."""
        return (self.both + self.only_first) / self.total, (self.both + self.only_second) / self.total

    @property
    def labels(self) -> list[tuple[str, str]]:
        """The labels of the two judges for each document; 1 is relevant."""
        pairs = (("1", "1"), ("1", "0"), ("0", "1"), ("0", "0"))
        return [pair for pair, count in zip(pairs, self, strict=True) for _ in range(count)]

    @property
    def observed(self) -> Expr:
        """The share of the documents that both label alike."""
        return (Num(self.both) + Num(self.neither)) / Num(self.total)

    @property
    def expected(self) -> Expr:
        """The share that they would label alike by chance, if each kept the number of labels of each kind."""
        return self._product(self.both + self.only_first, self.both + self.only_second) + self._product(
            self.only_second + self.neither, self.only_first + self.neither
        )

    @property
    def kappa(self) -> Expr:
        """Cohen's kappa, calculated from the two agreements."""
        observed, expected = Num(self.observed.value(15)), Num(self.expected.value(15))
        return (observed - expected) / (1 - expected)

    def _product(self, first: int, second: int) -> Expr:
        return Num(first) / Num(self.total) * (Num(second) / Num(self.total))


def kappa_of(observed: float, expected: float) -> float:
    """Kappa: how much of the agreement that chance leaves open the judges reach."""
    return (observed - expected) / (1 - expected)
