"""Leaves documents out of rankings before anything is computed: those below a depth, and unjudged ones.

>>> cut_at(Ranking.one([0, 2, 1], [3]), 1).unretrieved
array([3, 2, 1], dtype=int16)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.ranking.judgements import ABSENT, Ranking


def prepared(
    ranking: Ranking, *, depth: int | None = None, judged_only: bool = False, size: float | None = None
) -> Ranking:
    """The ranking cut at ``depth``, then without unjudged documents if ``judged_only``, in a collection of ``size``."""
    if depth is not None:
        ranking = cut_at(ranking, depth)
    if judged_only:
        ranking = ranking.condensed
    return ranking if size is None else replace(ranking, size=np.full_like(ranking.size, size))


def cut_at(ranking: Ranking, depth: int) -> Ranking:
    """The first ``depth`` documents of each list; judged documents below them count as not retrieved."""
    below = ranking.grades[..., depth:]
    missed = np.where(below >= 0, below, ABSENT).astype(np.int16)
    cut = replace(
        ranking,
        grades=ranking.grades[..., :depth],
        unretrieved=np.concatenate([ranking.unretrieved, missed], axis=-1),
    )
    if ranking.subtopics is None:
        return cut
    own, others = ranking.groups
    judged = own[..., depth:, :] & (missed >= 0)[..., None]
    return replace(cut, subtopics=own[..., :depth, :], unretrieved_subtopics=np.concatenate([others, judged], axis=-2))
