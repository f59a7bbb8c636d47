"""Smaller and smaller random samples of judgements, each within the one before.

For each topic, the relevant documents and those judged non-relevant are put into a random order of their own. A share
keeps the first documents of both orders: that share of them, rounded to a whole number with halves rounded up, and at
least one. So both kinds keep their proportion, and a topic never loses all of one kind.

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
        """Which judgements a repeat keeps, shape (shares, judgements); what was not judged counts as kept.

        Each repeat has random numbers of its own, so it is the same whatever other repeats and shares there are.
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
        """The number of judgements that a share keeps."""
        return int(quotas(self._sizes, share).sum())


def quotas(sizes: Ints, share: float) -> Ints:
    """How many of this many judgements a share keeps: rounded, with halves up, and at least one if there is one."""
    wanted = np.floor(sizes * share + 0.5 + 1e-9).astype(np.int64)
    quota: Ints = np.minimum(np.maximum(wanted, 1), sizes)
    return quota
