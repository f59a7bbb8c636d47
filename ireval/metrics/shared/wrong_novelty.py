"""Wrong ideal lists of diversity measures: made of other documents, or in another order than the greedy one.

Each gives the gains at every rank of the ideal list, shape (..., rows).
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Table
from ireval.metrics.shared.novelty import gains, ideal_gains
from ireval.numbers.arrays import Bools, Floats
from ireval.ranking.greedy_ideal import greedy


def own_greedy(t: Table, alpha: float) -> Floats:
    """The greedy ideal list of the retrieved documents."""
    return greedy(t.ranking.groups[0], alpha, t.width)[0]


def top_greedy(t: Table, alpha: float) -> Floats:
    """The greedy ideal list of the documents down to the cutoff."""
    return greedy(t.subtopics & (t.rank <= t.end)[..., None], alpha, t.width)[0]


def sorted_by_subtopics(t: Table, alpha: float) -> Floats:
    """All judged documents, those with most subtopics first."""
    return _in_order(t, _sorted(_all(t)), alpha)


def own_sorted(t: Table, alpha: float) -> Floats:
    """The retrieved documents, those with most subtopics first."""
    return _in_order(t, _sorted(t.ranking.groups[0]), alpha)


def sorted_gains(t: Table, alpha: float) -> Floats:
    """The gains that the documents have in the ranking, the highest first."""
    return np.asarray(-np.sort(-gains(t, alpha), axis=-1))


def in_given_order(t: Table, alpha: float) -> Floats:
    """All judged documents, in the order of the ranking and then as they are given."""
    documents = _all(t)
    order = np.argsort(~documents.any(axis=-1), axis=-1, kind="stable")
    return _in_order(t, np.take_along_axis(documents, order[..., None], axis=-2), alpha)


def in_full(t: Table, alpha: float) -> Floats:
    """The ideal list if each subtopic counts in full each time."""
    del alpha
    return ideal_gains(t, 0.0)


def _all(t: Table) -> Bools:
    return np.concatenate(t.ranking.groups, axis=-2)


def _sorted(documents: Bools) -> Bools:
    order = np.argsort(-np.count_nonzero(documents, axis=-1), axis=-1, kind="stable")
    return np.take_along_axis(documents, order[..., None], axis=-2)


def _in_order(t: Table, documents: Bools, alpha: float) -> Floats:
    """The gains of documents in this order, cut or filled with 0 to the table's rows."""
    covers = documents[..., : t.width, :].astype(np.float64)
    before = np.cumsum(covers, axis=-2) - covers
    gained: Floats = np.sum(covers * (1 - alpha) ** before, axis=-1)
    missing = t.width - gained.shape[-1]
    return np.pad(gained, [(0, 0)] * (gained.ndim - 1) + [(0, missing)]) if missing > 0 else gained
