"""How two judges labelled the same documents, in counts.

>>> judges = TwoJudges(both=300, only_first=20, only_second=10, neither=70)
>>> [step.calculation.text for step in judges.agreement().steps][:2]
['observed = (70 + 300)/400 = 0.925', 'expected = 80/400*90/400 + 320/400*310/400 = 0.665']
"""

from __future__ import annotations

from typing import NamedTuple

from ireval.agreement import Agreement, cohens_kappa

JUDGES = ("A", "B")


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
    def labels(self) -> list[tuple[int, int]]:
        """The labels of the two judges for each document; 1 is relevant."""
        pairs = ((1, 1), (1, 0), (0, 1), (0, 0))
        return [pair for pair, count in zip(pairs, self, strict=True) for _ in range(count)]

    def agreement(self, places: int = 3) -> Agreement:
        """Cohen's kappa of their labels, with its calculation."""
        by_judge = zip(*self.labels, strict=True)
        graded = ({str(place): label for place, label in enumerate(labels)} for labels in by_judge)
        return cohens_kappa({judge: {"": grades} for judge, grades in zip(JUDGES, graded, strict=True)}, places=places)
