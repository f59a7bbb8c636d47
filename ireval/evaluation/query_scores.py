"""The scores of queries that means are taken over, and what the convention ``missing`` says of empty lists.

A query that a run lacks is an empty list, which is scored as any other. Some measures have no score for it, as they
divide by the number of documents retrieved; trec_eval gives 0 there, with and without ``-c``.
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Computed
from ireval.numbers.arrays import Floats
from ireval.ranking.extremes import all_retrieved


def query_scores(computed: Computed, missing: str) -> Floats:
    """The scores of a block's lists; ``missing`` is the convention's choice.

    With ``score-0`` an empty list without a score has 0, unless it would have none either with all judged documents
    retrieved: where no document is relevant, nobody judged subtopics, or the size of the collection is not known.
    """
    scores, table = computed.score, computed.table
    if missing != "score-0" or not np.isnan(scores).any():
        return scores
    unscored = np.isnan(scores) & (table.length[..., 0] == 0)
    if not unscored.any():
        return scores
    best = table.compute(all_retrieved(table.ranking), table.p).score
    return np.where(unscored & ~np.isnan(best), 0.0, scores)
