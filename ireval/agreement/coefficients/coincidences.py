"""How often labels meet on the same document: the table that Krippendorff's alpha is computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from ireval.agreement.label_counts import LabelCounts
from ireval.agreement.labels_in_common import GivenLabels, scale_of
from ireval.explanation.plain_table import Field, Kind, PlainTable
from ireval.numbers.expression import decimal


@dataclass(frozen=True)
class Coincidences:
    """How often two labels meet: each ordered pair of labels of a document, divided by its labels minus 1.

    Each document with m labels thus adds m to the table. ``documents`` is the number of documents with at least two
    labels; ``single`` is the number of documents with one label, which add nothing.
    """

    labels: tuple[str, ...]
    table: tuple[tuple[Fraction, ...], ...]
    documents: int
    single: int

    @property
    def given(self) -> list[int]:
        """How often each label was given to documents with at least two labels."""
        return [int(sum(row)) for row in self.table]

    @property
    def total(self) -> int:
        """The number of labels of documents with at least two labels."""
        return sum(self.given)

    @property
    def scale(self) -> tuple[int, ...]:
        """The position of each label on the scale: its number, or its place."""
        return scale_of(self.labels)

    @property
    def only(self) -> str:
        """The only label that was given; empty if there are others."""
        used = [label for label, count in zip(self.labels, self.given, strict=True) if count]
        return used[0] if len(used) == 1 else ""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The places of each two different labels."""
        return list(combinations(range(len(self.labels)), 2))

    def shown(self, title: str, places: int) -> PlainTable:
        """The table with its sums."""
        texts = [[decimal(float(x), places) for x in row] for row in self.table]
        sums = [str(count) for count in self.given]
        rows = [*((label, *row, end) for label, row, end in zip(self.labels, texts, sums, strict=True))]
        rows.append(("total", *sums, str(self.total)))
        fields = (Field(""), *(Field(head, Kind.NUMBER) for head in (*self.labels, "total")))
        return PlainTable(title, fields, tuple(rows))


def coincidences_of(labels: LabelCounts | GivenLabels) -> Coincidences:
    """The coincidences of a table of counts, or of labels of any number of assessors."""
    if isinstance(labels, LabelCounts):
        size = range(len(labels.labels))
        meet = tuple(tuple(Fraction(labels.counts[i][j] + labels.counts[j][i]) for j in size) for i in size)
        return Coincidences(labels.labels, meet, labels.total, 0)
    counts = (labels.chosen[:, :, None] == np.arange(len(labels.labels))).sum(axis=1)
    given = counts.sum(axis=1)
    by_size = [(int(size) - 1, _meetings(counts[given == size])) for size in np.unique(given[given >= 2]).tolist()]
    return Coincidences(
        labels.labels, _added(by_size, len(labels.labels)), int((given >= 2).sum()), int((given == 1).sum())
    )


def complete_only(labels: GivenLabels) -> GivenLabels:
    """The labels of the documents that every assessor judged."""
    kept = np.all(labels.chosen >= 0, axis=1)
    pairs = tuple(pair for pair, keep in zip(labels.pairs, list(kept), strict=True) if keep)
    return GivenLabels(labels.assessors, labels.labels, pairs, labels.chosen[kept])


def uses_of_all(labels: GivenLabels) -> list[int]:
    """How often each label was given, including documents that have only one label."""
    return [int((labels.chosen == place).sum()) for place in range(len(labels.labels))]


def paired_equally(labels: GivenLabels) -> Coincidences:
    """The coincidences if each pair counts 1, regardless of the number of labels of its document."""
    counts = (labels.chosen[:, :, None] == np.arange(len(labels.labels))).sum(axis=1)
    return Coincidences(labels.labels, _added([(1, _meetings(counts))], len(labels.labels)), len(labels.pairs), 0)


def _meetings(counts: np.ndarray) -> list[list[int]]:
    """The ordered pairs of labels of the same document, summed over documents with these counts."""
    meet = counts.T.astype(np.int64) @ counts - np.diag(counts.sum(axis=0))
    return [list(map(int, row)) for row in meet]


def _added(parts: Sequence[tuple[int, list[list[int]]]], size: int) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(
        tuple(sum((Fraction(meet[i][j], below) for below, meet in parts), Fraction()) for j in range(size))
        for i in range(size)
    )
