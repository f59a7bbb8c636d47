"""The labels of several assessors side by side: a row for each document, with the disagreement.

>>> rows = label_rows({"ada": {"1": {"a": 2, "b": 0}}, "ben": {"1": {"a": 0, "b": 0}}, "dan": {"1": {"a": 2}}})
>>> [(row.docno, row.grades, row.differing, row.pairs) for row in rows]
[('a', (2, 0, 2), 2, 3), ('b', (0, 0, None), 0, 1)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ireval.agreement.labels_in_common import Judgements

#: The ways to sort the rows: in the order of the documents, or by disagreement, the highest first.
SORTS = ("document", "disagreement")


class LabelRow(NamedTuple):
    """A document of a topic, with a grade from each assessor (None: unjudged).

    Of the ``pairs`` of assessors who judged it, ``differing`` gave different grades; the largest difference is
    ``apart``.
    """

    topic: str
    docno: str
    grades: tuple[int | None, ...]
    differing: int
    pairs: int
    apart: int

    @property
    def disagreement(self) -> tuple[float, int]:
        """The share of the pairs that differ, and the largest difference."""
        return (self.differing / self.pairs if self.pairs else 0.0), self.apart


def label_rows(judgements: Mapping[str, Judgements]) -> list[LabelRow]:
    """The documents that somebody judged, topic by topic, in the order in which they first appear."""
    documents: dict[tuple[str, str], None] = {}
    for mine in judgements.values():
        documents |= {(topic, docno): None for topic, grades in mine.items() for docno in grades}
    topics = {
        topic: place for place, topic in enumerate(dict.fromkeys(t for mine in judgements.values() for t in mine))
    }
    ordered = sorted(documents, key=lambda pair: topics[pair[0]])
    rows = (
        _row(topic, docno, [mine.get(topic, {}).get(docno) for mine in judgements.values()]) for topic, docno in ordered
    )
    return [row for row in rows if any(grade is not None for grade in row.grades)]


def sorted_rows(rows: Sequence[LabelRow], by: str) -> list[LabelRow]:
    """The rows sorted in one of the ``SORTS``; those with the same disagreement keep their order."""
    if by == SORTS[0]:
        return list(rows)
    return sorted(rows, key=lambda row: row.disagreement, reverse=True)


def _row(topic: str, docno: str, given: Sequence[int | None]) -> LabelRow:
    grades = tuple(None if grade is None or grade < 0 else grade for grade in given)
    known = [grade for grade in grades if grade is not None]
    pairs = list(combinations(known, 2))
    apart = max(known) - min(known) if known else 0
    return LabelRow(topic, docno, grades, sum(one != other for one, other in pairs), len(pairs), apart)
