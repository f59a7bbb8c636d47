"""The labels that each document got, and how many pairs of them agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ireval.agreement.coefficients.fleiss import agreeing_pairs
from ireval.agreement.labels_in_common import Judgements
from ireval.collection import Document
from ireval.lessons.directives.judging_directive import GRADES
from ireval.numbers.expression import decimal
from web.classroom.judging.judging_bodies import TOP_GRADE

#: The width of the narrowest part of a bar with its number inside, in units of its drawing.
ROOM = 26
#: The gap between two parts of a bar.
_GAP = 2


class BarPart(NamedTuple):
    """A part of a document's bar: its grade, which was given so many ``times``, where it begins, and how wide it is.

    If there is no room for the number, ``shown`` is empty.
    """

    grade: int
    x: float
    width: float
    times: int

    @property
    def shown(self) -> str:
        """The number inside the part."""
        return str(self.times) if self.width >= ROOM else ""

    @property
    def middle(self) -> float:
        """Where the number stands."""
        return round(self.x + self.width / 2, 1)


class SpreadRow(NamedTuple):
    """A document, how often it got each grade, and the share of agreeing pairs; None with fewer than two labels."""

    document: Document
    counts: tuple[int, ...]
    agreement: float | None

    @property
    def labels(self) -> int:
        """The number of labels."""
        return sum(self.counts)

    @property
    def percent(self) -> str:
        """The share of agreeing pairs in whole per cent; empty without one."""
        return "" if self.agreement is None else decimal(100 * self.agreement, 0)

    @property
    def words(self) -> str:
        """The labels in words, such as “2 not relevant, 3 partly relevant”."""
        return ", ".join(f"{count} {words}" for count, words in zip(self.counts, GRADES, strict=True) if count)

    def bar(self, width: int) -> tuple[BarPart, ...]:
        """The parts of a bar of this ``width``, which is the same for any number of labels."""
        edges = np.cumsum([0, *self.counts]) / max(self.labels, 1) * width
        return tuple(
            BarPart(grade, round(a, 1), round(max(b - a - _GAP, 1), 1), count)
            for grade, ((a, b), count) in enumerate(zip(pairwise(edges.tolist()), self.counts, strict=True))
            if count
        )


def label_spread(documents: Sequence[Document], judgements: Mapping[str, Judgements]) -> tuple[SpreadRow, ...]:
    """Each document with its labels: most disagreement first, and at the end those with fewer than two labels."""
    at = {document.docno: place for place, document in enumerate(documents)}
    counts = np.zeros((len(documents), TOP_GRADE + 1), np.int64)
    for mine in judgements.values():
        for grades in mine.values():
            for docno, grade in grades.items():
                counts[at[docno], grade] += 1
    several = counts.sum(axis=1) >= 2
    shares: list[float | None] = [None] * len(documents)
    for place, share in zip(np.flatnonzero(several).tolist(), agreeing_pairs(counts[several]).tolist(), strict=True):
        shares[place] = share
    rows = [
        SpreadRow(document, tuple(mine), share)
        for document, mine, share in zip(documents, counts.tolist(), shares, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: 2.0 if row.agreement is None else row.agreement))
