"""How often two assessors gave each pair of labels: every kappa of two assessors is computed from this table.

>>> counts = LabelCounts(("0", "1"), ((70, 10), (20, 300)))
>>> counts.total, counts.rows, counts.columns, counts.same
(400, (80, 320), (90, 310), 370)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ireval.agreement.labels_in_common import SharedJudgements, scale_of
from ireval.explanation.plain_table import Field, Kind, PlainTable

#: The labels from which the agreement by chance is computed: each assessor's own labels, or the labels of both pooled.
OWN, POOLED = "own", "pooled"
MARGINALS = (OWN, POOLED)
#: The names of assessors that have none.
NAMES = ("A", "B")


@dataclass(frozen=True)
class LabelCounts:
    """The documents by the label of the first assessor (a row) and of the second one (a column)."""

    labels: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    assessors: tuple[str, str] = NAMES

    @property
    def total(self) -> int:
        """The number of documents."""
        return sum(self.rows)

    @property
    def rows(self) -> tuple[int, ...]:
        """How often the first assessor gave each label."""
        return tuple(map(sum, self.counts))

    @property
    def columns(self) -> tuple[int, ...]:
        """How often the second assessor gave each label."""
        return tuple(map(sum, zip(*self.counts, strict=True)))

    @property
    def both(self) -> tuple[int, ...]:
        """How often each label was given by both assessors together."""
        return tuple(row + column for row, column in zip(self.rows, self.columns, strict=True))

    @property
    def same(self) -> int:
        """The number of documents with the same label from both."""
        return sum(row[place] for place, row in enumerate(self.counts))

    @property
    def scale(self) -> tuple[int, ...]:
        """The position of each label on the scale: its number if all labels are numbers, else its place."""
        return scale_of(self.labels)

    @property
    def only(self) -> str:
        """The label that both gave to every document; empty if other labels were given."""
        used = [label for label, count in zip(self.labels, self.both, strict=True) if count]
        return used[0] if len(used) == 1 else ""

    def shares(self, marginals: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """How often each of the two assessors gives each label, and the total of each: with these marginals."""
        return (self.rows, self.columns, self.total) if marginals == OWN else (self.both, self.both, 2 * self.total)

    def expected_agreement(self, marginals: str) -> Fraction:
        """The agreement expected by chance."""
        first, second, total = self.shares(marginals)
        return Fraction(sum(a * b for a, b in zip(first, second, strict=True)), total**2)

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Each cell: the places of both labels, and the number of documents."""
        for i, row in enumerate(self.counts):
            for j, count in enumerate(row):
                yield i, j, count

    @property
    def table(self) -> PlainTable:
        """The counts with their totals."""
        first, second = self.assessors
        heads = (*(f"{second}: {label}" for label in self.labels), "total")
        rows = [
            *((f"{first}: {label}", *row, sum(row)) for label, row in zip(self.labels, self.counts, strict=True)),
            ("total", *(self.columns or (0,) * len(self.labels)), self.total),
        ]
        fields = (Field(""), *(Field(head, Kind.NUMBER) for head in heads))
        return PlainTable(f"{first} and {second}", fields, tuple(tuple(map(str, row)) for row in rows))


def count_labels(judgements: SharedJudgements) -> LabelCounts:
    """The counts of two assessors' judgements."""
    size = len(judgements.labels)
    counts = np.zeros((size, size), np.int64)
    np.add.at(counts, (judgements.chosen[:, 0], judgements.chosen[:, 1]), 1)
    first, second = judgements.assessors
    return LabelCounts(judgements.labels, _tuples(counts.tolist()), (first, second))


def _tuples(rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, rows))
