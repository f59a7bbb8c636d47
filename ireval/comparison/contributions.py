"""The contribution of each document to a score, and the rank of each judged document in a run.

The score of many measures is a sum with a term for each document: a measure names the column that adds them up. The
contribution of a document is the increase of that column at its rank, in proportion to the score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.evaluation.rank_orders import by_rank_order
from ireval.measure.computation import Computed
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec
from ireval.numbers.arrays import Floats, quotient
from ireval.trec.judged_run import join
from ireval.trec.qrels import Qrels
from ireval.trec.reading.text_column import Ints
from ireval.trec.runs import Run


def contributions(computed: Computed, ranks: int) -> Floats | None:
    """The contribution of the document at each rank to the score, shape (..., ranks); None if the score is not a sum.

    The contributions add up to the score, except for a query without relevant documents that scores 1 by convention:
    its contributions are 0. If the score is undefined, they are NaN.

    >>> from ireval.conventions import effective
    >>> from ireval.measure.spelling import parse
    >>> from ireval.ranking.judgements import Ranking
    >>> contributions(compute(parse("AP"), Ranking.one([1, 0, 1], [1, 1]), effective("lillis")), 3).round(3).tolist()
    [0.25, 0.0, 0.167]
    """
    key = computed.measure.total_column
    if not key:
        return None
    total, end = computed.columns[key], computed.score_rank[..., None]
    row = np.arange(1, total.shape[-1] + 1)
    added = np.where(row <= end, np.diff(np.nan_to_num(total), axis=-1, prepend=0.0), 0.0)
    whole = added.sum(axis=-1, keepdims=True)
    shares = added * quotient(computed.score[..., None], whole, 0.0)
    places = computed.positions
    if computed.condensed_from is None and total.shape[-1] >= ranks:
        return shares[..., :ranks]
    by_rank = np.zeros((*total.shape[:-1], ranks + 1))
    np.put_along_axis(by_rank, places, shares[..., : places.shape[-1]], axis=-1)  # place -1 is the column at the end
    return by_rank[..., :ranks]


@dataclass(frozen=True, eq=False)
class RankedDocuments:
    """The rank and the contribution of each judged document in a run, in the order of the judgements.

    ``ranks`` is 0 for a document that was not retrieved. ``parts``, the contributions, is None if the score is not a
    sum over documents.
    """

    ranks: Ints
    parts: Floats | None


def ranked_documents(qrels: Qrels, run: Run, spec: Spec, conventions: Mapping[str, Any]) -> RankedDocuments:
    """The judged documents in a run, and the contribution of each to the score of its topic."""
    (by,) = by_rank_order({spec.text: spec}, conventions)
    joined = join(qrels, run, by=by, rel=conventions["rel"], documents=True)
    ranks = np.zeros(len(qrels.grades), dtype=np.int64)
    parts = np.zeros(len(qrels.grades)) if spec.measure.total_column else None
    for block in joined.blocks():
        documents = joined.documents(block)
        there = documents >= 0
        place = np.broadcast_to(np.arange(1, documents.shape[-1] + 1), documents.shape)
        ranks[documents[there]] = place[there]
        if parts is not None:
            found = contributions(compute(spec, joined.ranking(block), conventions), documents.shape[-1])
            assert found is not None  # noqa: S101 - the measure has such a column
            parts[documents[there]] = found[there]
    return RankedDocuments(ranks, parts)
