"""The labels of two judges on the same documents, as counts.

>>> from ireval.agreement import table_agreement
>>> judges = TwoJudges(both=300, only_first=20, only_second=10, neither=70)
>>> [step.calculation.text for step in table_agreement(judges.counts).steps][:2]
['observed = (70 + 300)/400 = 0.925', 'expected = 80/400*90/400 + 320/400*310/400 = 0.665']
"""

from __future__ import annotations

from typing import NamedTuple

from ireval.agreement.label_counts import NAMES, LabelCounts

BINARY_GRADES = ("0", "1")


class TwoJudges(NamedTuple):
    """The numbers of documents that both judges, only one of them or neither call relevant."""

    both: int
    only_first: int
    only_second: int
    neither: int

    @property
    def total(self) -> int:
        """The number of documents."""
        return sum(self)

    @property
    def labels(self) -> list[tuple[int, int]]:
        """The labels of the two judges for each document; 1 is relevant."""
        pairs = ((1, 1), (1, 0), (0, 1), (0, 0))
        return [pair for pair, count in zip(pairs, self, strict=True) for _ in range(count)]

    @property
    def counts(self) -> LabelCounts:
        """The counts as a table, with 0 for documents that are not relevant."""
        return LabelCounts(BINARY_GRADES, ((self.neither, self.only_second), (self.only_first, self.both)), NAMES)
