"""The greedy ideal list of diversity measures: at each rank, the document that adds most to those above it.

Finding the best list of all is NP-hard, so every tool builds this one instead. Of documents that add the same, the
first is taken; another order of equal documents can give another list and slightly different scores.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

#: Sums of powers that differ by no more than this are equal: 0.7 + 0.49 is 0.49 + 0.7.
SLACK_DIGITS = 12


def greedy(documents: NDArray[np.bool_], alpha: float, ranks: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Gains and places of the documents chosen, both of shape (..., ranks), from ``documents`` (..., n, subtopics).

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
