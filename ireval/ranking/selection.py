"""Removes documents from rankings before measures are computed: documents below a rank, and unjudged documents.

>>> cut_at(Ranking.one([0, 2, 1], [3]), 1).unretrieved
array([3, 2, 1], dtype=int16)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.ranking.judgements import ABSENT, Ranking


def prepared(
    ranking: Ranking, *, max_documents: int | None = None, judged_only: bool = False, size: float | None = None
) -> Ranking:
    """The ranking cut at ``max_documents``, then without unjudged documents, with the size of the collection set."""
    if max_documents is not None:
        ranking = cut_at(ranking, max_documents)
    if judged_only:
        ranking = ranking.condensed
    return ranking if size is None else replace(ranking, size=np.full_like(ranking.size, size))


def cut_at(ranking: Ranking, rank: int) -> Ranking:
    """The documents of each list down to ``rank``; judged documents below it count as not retrieved."""
    below = ranking.grades[..., rank:]
    missed = np.where(below >= 0, below, ABSENT).astype(np.int16)
    cut = replace(
        ranking,
        grades=ranking.grades[..., :rank],
        unretrieved=np.concatenate([ranking.unretrieved, missed], axis=-1),
        score_groups=None if ranking.score_groups is None else ranking.score_groups[..., :rank],
    )
    if ranking.subtopics is None:
        return cut
    own, others = ranking.groups
    judged = own[..., rank:, :] & (missed >= 0)[..., None]
    return replace(cut, subtopics=own[..., :rank, :], unretrieved_subtopics=np.concatenate([others, judged], axis=-2))
