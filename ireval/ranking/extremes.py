"""The two extremes of a ranking: the same queries with nothing retrieved, and with every judged document retrieved.

>>> query = Ranking.one([0, 2], [1])
>>> nothing_retrieved(query).length, nothing_retrieved(query).relevant_total()
(array([0.]), array([2.]))
>>> all_retrieved(query).grades
array([ 2,  1,  0, -1], dtype=int16)
"""

from __future__ import annotations

import numpy as np

from ireval.numbers.arrays import Bools, Grades
from ireval.ranking.judgements import ABSENT, UNJUDGED, Ranking


def nothing_retrieved(ranking: Ranking) -> Ranking:
    """The same queries with empty lists; all judged documents are among those not retrieved."""
    judged, groups = _judged(ranking)
    if groups is None:
        return Ranking(ranking.grades[..., :0], judged, ranking.size)
    return Ranking(ranking.grades[..., :0], judged, ranking.size, groups[..., :0, :], groups)


def all_retrieved(ranking: Ranking) -> Ranking:
    """The same queries with every judged document retrieved, highest grades first, and then one unjudged document."""
    judged, groups = _judged(ranking)
    grades = np.insert(judged, judged.shape[-1], UNJUDGED, axis=-1)
    order = np.argsort(-grades, axis=-1, kind="stable")
    grades = np.take_along_axis(grades, order, axis=-1)
    if groups is None:
        return Ranking(grades, judged[..., :0], ranking.size)
    groups = np.insert(groups, groups.shape[-2], False, axis=-2)
    groups = np.take_along_axis(groups, order[..., None], axis=-2)
    return Ranking(grades, judged[..., :0], ranking.size, groups, groups[..., :0, :])


def _judged(ranking: Ranking) -> tuple[Grades, Bools | None]:
    """The grades of all judged documents, with ``ABSENT`` in the gaps, and the subtopics that they cover."""
    retrieved = np.where(ranking.grades >= 0, ranking.grades, ABSENT).astype(np.int16)
    judged = np.concatenate([retrieved, ranking.unretrieved], axis=-1)
    return judged, None if ranking.subtopics is None else np.concatenate(ranking.groups, axis=-2)
