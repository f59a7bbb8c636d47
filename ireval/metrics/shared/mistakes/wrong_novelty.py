"""Wrong ideal lists of diversity measures: made of other documents, or in another order than the greedy one.

Each gives the gains at every rank of the ideal list, shape (..., rows).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ireval.measure import Table
from ireval.metrics.shared.novelty import gains, ideal_gains
from ireval.numbers.arrays import Bools, Floats
from ireval.ranking.greedy_ideal import greedy


def _own_greedy(t: Table, alpha: float) -> Floats:
    """The greedy ideal list of the retrieved documents."""
    return greedy(t.ranking.groups[0], alpha, t.width)[0]


def _top_greedy(t: Table, alpha: float) -> Floats:
    """The greedy ideal list of the documents down to the cutoff."""
    return greedy(t.subtopics & (t.rank <= t.end)[..., None], alpha, t.width)[0]


def _sorted_by_subtopics(t: Table, alpha: float) -> Floats:
    """All judged documents, those with most subtopics first."""
    return _in_order(t, _sorted(_all(t)), alpha)


def _own_sorted(t: Table, alpha: float) -> Floats:
    """The retrieved documents, those with most subtopics first."""
    return _in_order(t, _sorted(t.ranking.groups[0]), alpha)


def _sorted_gains(t: Table, alpha: float) -> Floats:
    """The gains that the documents have in the ranking, the highest first."""
    return np.asarray(-np.sort(-gains(t, alpha), axis=-1))


def _in_given_order(t: Table, alpha: float) -> Floats:
    """All judged documents, in the order of the ranking and then as they are given."""
    documents = _all(t)
    order = np.argsort(~documents.any(axis=-1), axis=-1, kind="stable")
    return _in_order(t, np.take_along_axis(documents, order[..., None], axis=-2), alpha)


def _in_full(t: Table, alpha: float) -> Floats:
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


#: The mistakes with the ideal list: key, what was done, what is correct, and the gains.
WRONG_IDEALS: tuple[tuple[str, str, str, Callable[[Table, float], Floats]], ...] = (
    (
        "ideal-of-the-retrieved",
        "made the ideal list of the retrieved documents only",
        "It is made of all judged documents.",
        _own_greedy,
    ),
    (
        "ideal-of-the-top",
        "made the ideal list only of the documents that count in the ranking",
        "It is made of all judged documents.",
        _top_greedy,
    ),
    (
        "ideal-sorted-by-subtopics",
        "sorted the ideal list by the number of subtopics",
        "Each document of the ideal list is the one that adds most to those above it.",
        _sorted_by_subtopics,
    ),
    (
        "ideal-of-the-retrieved-sorted",
        "sorted the retrieved documents by the number of subtopics to make the ideal list",
        "Each document of the ideal list is the one, of all judged, that adds most to those above it.",
        _own_sorted,
    ),
    (
        "ideal-sorted-by-gain",
        "sorted the gains of the ranking to make the ideal list",
        "The gains of the ideal list are those of the best order.",
        _sorted_gains,
    ),
    (
        "ideal-in-given-order",
        "left the documents of the ideal list in the order given",
        "Each document of the ideal list is the one that adds most to those above it.",
        _in_given_order,
    ),
    (
        "ideal-without-repeats",
        "counted every subtopic in full each time in the ideal list",
        "Repeated subtopics are worth less there as well.",
        _in_full,
    ),
)
