"""The order of a run's documents: by descending score; documents with equal scores by a convention."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ireval.numbers.arrays import Bools, Floats
from ireval.trec.reading.document_index import CELLS, sort_within
from ireval.trec.reading.text_column import Ints, Keys, Texts
from ireval.trec.runs import Run

Value = TypeVar("Value", bound=np.generic)


@dataclass(frozen=True)
class RankOrder:
    """An order of documents: ``ties`` and ``scores`` are choices of the conventions with these names.

    For documents with equal scores, ``docno-descending`` and ``docno-ascending`` sort the document numbers by their
    bytes, and ``input-order`` keeps the order of the run. Scores are compared in ``double`` or ``single`` precision.
    If ``together``, rankings also have the groups of documents with equal scores, for measures that need them.
    """

    ties: str = "docno-descending"
    scores: str = "double"
    together: bool = False


#: The choices for equal scores that define an order of documents; under other choices, most measures use the default.
ORDERS = ("docno-descending", "docno-ascending", "input-order")


def usual_order(ties: str, scores: str) -> RankOrder:
    """The order of documents for most measures under these choices of the conventions ``ties`` and ``scores``."""
    return RankOrder(ties if ties in ORDERS else ORDERS[0], scores)


def score_groups(scores: Floats, by: RankOrder) -> Ints:
    """The number (from 0) of the group of equal scores that each row belongs to; ``scores`` are by rank."""
    compared = _compared(scores, by)
    return np.append(0, np.cumsum(compared[1:] != compared[:-1]))[: len(scores)].astype(np.int64)


@dataclass(frozen=True, eq=False)
class RankedRows:
    """The rows of a run by rank, topic by topic, stored as the differences from the order of the run.

    The rows at ``places`` are ``rows``; every other place has the row with the same number. Most runs are written by
    rank, so only documents with equal scores differ.
    """

    places: Ints
    rows: Ints

    def by_rank(self, column: NDArray[Value]) -> NDArray[Value]:
        """A column of the run in the order of the ranks."""
        if not len(self.places):
            return column
        ranked = column.copy()
        ranked[self.places] = column[self.rows]
        return ranked


def rank_rows(run: Run, by: RankOrder) -> RankedRows:
    """The run's rows in the order of their ranks. Only topics whose scores rise somewhere are sorted."""
    groups = run.groups
    rising, equal = _uneven_rows(run, by)
    is_sorted = np.zeros(len(groups.topics), dtype=bool)
    is_sorted[groups.topic_numbers(rising)] = True
    topics = np.flatnonzero(is_sorted)
    places = groups.rows_of(topics)
    rows = places[sort_within(-_compared(run.scores[places], by), np.append(0, np.cumsum(groups.lengths[topics])))]
    if by.ties != "input-order":  # in the other topics, documents with equal scores are already in input order
        equal = equal[~is_sorted[groups.topic_numbers(equal)]]
        both = np.sort(np.append(equal - 1, equal))  # np.union1d would import numpy.ma, which is slow
        tied = both[np.append(True, both[1:] != both[:-1])[: len(both)]]
        places, rows = np.append(places, tied), np.append(rows, tied)
    scores = _compared(run.scores[rows], by)
    same = (scores[1:] == scores[:-1]) & (places[1:] == places[:-1] + 1) & ~groups.are_first(places[1:])
    _break_ties(groups.docs, rows, np.append(False, same)[: len(rows)], by.ties)
    return RankedRows(places, rows)


def _compared(scores: Floats, by: RankOrder) -> NDArray[np.floating[Any]]:
    """The scores in the precision in which they are compared."""
    if by.scores != "single":
        return scores
    with np.errstate(over="ignore"):  # a score that is too large becomes infinite, as in trec_eval
        return scores.astype(np.float32)


def _uneven_rows(run: Run, by: RankOrder) -> tuple[Ints, Ints]:
    """The rows with a higher score than the row before in their topic, and the rows with the same score."""
    rising, equal = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for start in range(0, len(run.scores), CELLS):
        scores = _compared(run.scores[start : start + CELLS + 1], by)
        for found, uneven in ((rising, scores[1:] > scores[:-1]), (equal, scores[1:] == scores[:-1])):
            rows = np.flatnonzero(uneven) + (start + 1)
            found.append(rows[~run.groups.are_first(rows)])
    return np.concatenate(rising), np.concatenate(equal)


def _break_ties(docs: Texts, rows: Ints, tied: Bools, ties: str) -> None:
    """Order the rows with equal scores in place; ``tied`` marks rows with the same score as the row before."""
    at = np.flatnonzero(tied | np.append(tied[1:], False)[: len(tied)])
    group: Ints = np.cumsum(~tied[at])
    if ties == "input-order":
        rows[at] = rows[at[np.lexsort((rows[at], group))]]
        return
    number = 0
    while len(at):
        listed = rows[at]
        word = docs.take(listed).words(number)
        if ties == "docno-descending":
            word = ~word
        by_word: Ints = np.lexsort((word, group))
        rows[at] = listed[by_word]
        at, group = _still_tied(at, group, word[by_word])
        number += 1


def _still_tied(places: Ints, group: Ints, word: Keys) -> tuple[Ints, Ints]:
    """The places, now in order of ``word``, that have the same group and word as a neighbour, and their groups."""
    same = (group[1:] == group[:-1]) & (word[1:] == word[:-1])
    member = np.concatenate([same, [False]]) | np.concatenate([[False], same])
    first = ~np.concatenate([[False], same])
    return places[member], np.cumsum(first)[member]
