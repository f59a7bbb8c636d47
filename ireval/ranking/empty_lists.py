"""The empty list of the same query.

>>> query = Ranking.one([0, 2], [1])
>>> nothing_retrieved(query).length, nothing_retrieved(query).relevant_total()
(array([0.]), array([2.]))
"""

from __future__ import annotations

import numpy as np

from ireval.numbers.arrays import Bools, Grades
from ireval.ranking.judgements import ABSENT, Ranking


def nothing_retrieved(ranking: Ranking) -> Ranking:
    """The same queries with empty lists; all judged documents count as not retrieved."""
    judged, groups = _judged(ranking)
    if groups is None:
        return Ranking(ranking.grades[..., :0], judged, ranking.size)
    return Ranking(ranking.grades[..., :0], judged, ranking.size, groups[..., :0, :], groups, ranking.subtopic_total)


def _judged(ranking: Ranking) -> tuple[Grades, Bools | None]:
    """The grades of all judged documents, with ``ABSENT`` in place of others, and the subtopics that they cover."""
    retrieved = np.where(ranking.grades >= 0, ranking.grades, ABSENT).astype(np.int16)
    judged = np.concatenate([retrieved, ranking.unretrieved], axis=-1)
    return judged, None if ranking.subtopics is None else np.concatenate(ranking.groups, axis=-2)
