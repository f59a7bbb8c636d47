"""The scores of queries for means, with the convention ``missing`` applied to empty lists.

A query that is missing from a run is an empty list, which is scored like any other. Some measures are undefined for an
empty list, because they divide by the number of documents retrieved; trec_eval gives 0 then, with and without ``-c``.
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Computed
from ireval.numbers.arrays import Floats
from ireval.ranking.extremes import all_retrieved


def query_scores(computed: Computed, missing: str) -> Floats:
    """The scores of the lists of a block; ``missing`` is the choice of the convention.

    With ``score-0`` an empty list with an undefined score gets 0, unless the score would be undefined even with all
    judged documents retrieved: if no document is relevant, no subtopics were judged, or the collection size is unknown.
    """
    scores, table = computed.score, computed.table
    if missing != "score-0" or not np.isnan(scores).any():
        return scores
    unscored = np.isnan(scores) & (table.length[..., 0] == 0)
    if not unscored.any():
        return scores
    best = table.compute(all_retrieved(table.ranking), table.p).score
    return np.where(unscored & ~np.isnan(best), 0.0, scores)
