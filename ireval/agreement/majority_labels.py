"""The label that most assessors gave to a document: a class of many as one assessor.

>>> class_ = {"a": {"1": {"x": 2}}, "b": {"1": {"x": 0}}, "c": {"1": {"x": 2}}}
>>> majority_labels(class_)["1"]["x"]
MajorityLabel(grade=2, votes=2, labels=3, tied=False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ireval.agreement.labels_in_common import Judgements


class MajorityLabel(NamedTuple):
    """The grade that most assessors gave to a document: ``votes`` of all its ``labels``.

    If several grades have most votes, it is ``tied``, and the grade is the lowest of them.
    """

    grade: int
    votes: int
    labels: int
    tied: bool


def majority_labels(assessors: Mapping[str, Judgements]) -> dict[str, dict[str, MajorityLabel]]:
    """The grade that most assessors gave, by topic and document, in the order in which they first appear.

    ``assessors`` has the judgements of each assessor by name: ``{name: {topic: {docno: grade}}}``. A document that was
    only in the pool (grade below 0) has no label.
    """
    given: dict[str, dict[str, Counter[int]]] = {}
    for judgements in assessors.values():
        for topic, grades in judgements.items():
            for docno, grade in grades.items():
                if grade >= 0:
                    given.setdefault(topic, {}).setdefault(docno, Counter())[grade] += 1
    return {topic: {docno: _majority(counts) for docno, counts in mine.items()} for topic, mine in given.items()}


def _majority(counts: Counter[int]) -> MajorityLabel:
    most = max(counts.values())
    first = sorted(grade for grade, count in counts.items() if count == most)
    return MajorityLabel(first[0], most, counts.total(), len(first) > 1)
