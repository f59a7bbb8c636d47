"""The order of a run's documents: by score from the highest down, equal scores by a convention."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ireval.trec.reading.text_column import Ints, Keys
from ireval.trec.reading.topic_groups import TopicGroups
from ireval.trec.runs import Run


@dataclass(frozen=True)
class RankOrder:
    """How documents are ordered: ``ties`` and ``scores`` are choices of the conventions of these names.

    Of documents with equal scores, ``docno-descending`` and ``docno-ascending`` sort the document numbers by their
    bytes, and ``input-order`` keeps the order of the run. Scores are compared in ``double`` or ``single`` precision.
    """

    ties: str = "docno-descending"
    scores: str = "double"


def rank_rows(run: Run, by: RankOrder) -> Ints | None:
    """The run's rows in the order of their ranks, topic by topic; None if they are in that order already."""
    scores, starts = run.scores, run.groups.starts
    if by.scores == "single":
        with np.errstate(over="ignore"):  # a score that is too large becomes infinite, as in trec_eval
            scores = scores.astype(np.float32)
    inside = np.ones(len(scores), dtype=bool)  # False at a topic's first row
    inside[starts[:-1][run.groups.lengths > 0]] = False
    fine = scores[1:] <= scores[:-1] if by.ties == "input-order" else scores[1:] < scores[:-1]
    if (fine | ~inside[1:]).all():
        return None
    order = run.groups.sorted(-scores)
    ordered = scores[order]
    equal = np.flatnonzero((ordered[1:] == ordered[:-1]) & inside[1:])
    if len(equal):
        _break_ties(run.groups, order, equal, by.ties)
    return order


def _break_ties(groups: TopicGroups, order: Ints, equal: Ints, ties: str) -> None:
    """Order, in place, the documents with equal scores: ``equal`` are the places with the same score as the next."""
    places = np.union1d(equal, equal + 1)
    tied = np.zeros(len(places), dtype=bool)  # with the place before
    tied[np.searchsorted(places, equal + 1)] = True
    group = np.cumsum(~tied)
    if ties == "input-order":
        order[places] = order[places[np.lexsort((order[places], group))]]
        return
    number = 0
    while len(places):
        rows = order[places]
        word = groups.docs.take(rows).words(number)
        if ties == "docno-descending":
            word = ~word
        by_word = np.lexsort((word, group))
        order[places] = rows[by_word]
        places, group = _still_tied(places, group, word[by_word])
        number += 1


def _still_tied(places: Ints, group: Ints, word: Keys) -> tuple[Ints, Ints]:
    """The places, now in order of ``word``, that have the same group and word as a neighbour, and their groups."""
    same = (group[1:] == group[:-1]) & (word[1:] == word[:-1])
    member = np.concatenate([same, [False]]) | np.concatenate([[False], same])
    first = ~np.concatenate([[False], same])
    return places[member], np.cumsum(first)[member]
