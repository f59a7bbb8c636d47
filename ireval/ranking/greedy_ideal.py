"""The greedy ideal list of diversity measures: at each rank, the document that adds most to those above it.

To find the best list is NP-hard, so every tool builds this list instead. If several documents add the same gain, the
first is taken; another order of the documents can then give another list and slightly different scores.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

#: Gains that are equal after rounding to this many decimals count as equal: 0.7 + 0.49 and 0.49 + 0.7.
SLACK_DIGITS = 12


def greedy(documents: NDArray[np.bool_], alpha: float, ranks: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Gains and places of the chosen documents, both of shape (..., ranks), from ``documents`` (..., n, subtopics).

    A subtopic is worth 1 at first; each document that covers it multiplies its worth by (1 - ``alpha``). After the
    last document that covers any subtopic, the gain is 0 and the place -1.

    >>> gains, places = greedy(np.array([[0, 1], [1, 1], [1, 0]], dtype=bool), 0.5, 4)
    >>> gains.tolist(), places.tolist()
    ([2.0, 0.5, 0.5, 0.0], [1, 0, 2, -1])
    """
    stack = documents.reshape(math.prod(documents.shape[:-2]), *documents.shape[-2:])
    lists = np.arange(len(stack))
    covering = stack.any(axis=-1)
    most = int(np.count_nonzero(covering, axis=-1).max(initial=0))
    front = np.argsort(~covering, axis=-1, kind="stable")[:, :most]
    covers = np.take_along_axis(stack, front[..., None], axis=-2).astype(np.float64)

    left = np.take_along_axis(covering, front, axis=-1)
    worth = np.ones((len(stack), stack.shape[-1], 1))
    gains = np.zeros((len(stack), ranks))
    places = np.full((len(stack), ranks), -1, dtype=np.intp)
    for i in range(min(ranks, most)):
        added = (covers @ worth)[..., 0]
        best = np.where(left, added.round(SLACK_DIGITS), -1.0).argmax(axis=-1)
        there = left[lists, best]
        gains[:, i] = np.where(there, added[lists, best], 0.0)
        places[:, i] = np.where(there, front[lists, best], -1)
        left[lists, best] = False
        worth *= 1 - alpha * covers[lists, best, :, None]
    shape = (*documents.shape[:-2], ranks)
    return gains.reshape(shape), places.reshape(shape)
