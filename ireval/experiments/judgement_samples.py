"""Nested random samples of judgements: each smaller sample is part of the larger one.

For each topic, the relevant documents and the documents judged non-relevant are each put into a random order. A sample
keeps the first documents of both orders: the given share of them, rounded to a whole number with halves rounded up, and
at least one. So both kinds keep their proportion, and a topic never loses all documents of one kind.

>>> quotas(np.array([10, 3, 0]), 0.5).tolist(), quotas(np.array([10, 3, 0]), 0.01).tolist()
([5, 2, 0], [1, 1, 0])
"""

from __future__ import annotations

import numpy as np

from ireval.comparison.significance import random_stream
from ireval.numbers.arrays import Bools
from ireval.trec.qrels import Qrels
from ireval.trec.reading.text_column import Ints


class JudgementSamples:
    """Samples of judgements; documents of grade ``rel`` and above are relevant."""

    def __init__(self, qrels: Qrels, rel: int, seed: int) -> None:
        topic = np.repeat(np.arange(len(qrels.topics)), qrels.groups.lengths)
        self._judged: Ints = np.flatnonzero(qrels.grades >= 0)
        kind = 2 * topic + (qrels.grades >= rel)
        self._kinds: Ints = kind[self._judged]
        self._sizes: Ints = np.bincount(self._kinds, minlength=2 * len(qrels.topics))
        self._count, self._seed = len(qrels.grades), seed

    def kept(self, repeat: int, shares: tuple[float, ...]) -> Bools:
        """Whether a repeat keeps each judgement, shape (shares, judgements); unjudged documents count as kept.

        Each repeat has its own random numbers, so it does not depend on the other repeats and shares.
        """
        drawn = random_stream(self._seed, repeat).random(len(self._judged))
        order = np.lexsort((drawn, self._kinds))
        starts = np.append(0, np.cumsum(self._sizes))[self._kinds]
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        place -= starts
        kept = np.ones((len(shares), self._count), dtype=bool)
        for row, share in zip(kept, shares, strict=True):
            row[self._judged] = place < quotas(self._sizes, share)[self._kinds]
        return kept

    def size(self, share: float) -> int:
        """The number of judgements that remain with a share."""
        return int(quotas(self._sizes, share).sum())


def quotas(sizes: Ints, share: float) -> Ints:
    """The number of judgements that remain with a share, for each size: halves are rounded up; at least 1, if any."""
    wanted = np.floor(sizes * share + 0.5 + 1e-9).astype(np.int64)
    quota: Ints = np.minimum(np.maximum(wanted, 1), sizes)
    return quota
