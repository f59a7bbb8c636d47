"""The similarity of two rankings of a topic: Jaccard's coefficient at a depth, and rank-biased overlap (RBO).

Neither uses judgements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ireval.numbers.arrays import Floats
from ireval.trec.judged_run import blocks_of, common_rows
from ireval.trec.rank_order import RankOrder, rank_rows
from ireval.trec.reading.text_column import Ints
from ireval.trec.runs import Run

#: The depth of Jaccard's coefficient.
DEPTH = 10
#: The parameter p of RBO: the probability that a user who looks at a rank goes on to the next rank.
PERSISTENCE = 0.9


@dataclass(frozen=True)
class Overlap:
    """The similarity of two rankings: ``jaccard`` at ``DEPTH``, and extrapolated ``rbo``; None if both are empty."""

    jaccard: float | None
    rbo: float | None


#: The names of the two coefficients in tables.
HEADS = (f"Jaccard@{DEPTH}", f"RBO (p = {PERSISTENCE:g})")


def overlaps(a: Run, b: Run, topics: Sequence[str], by: RankOrder) -> dict[str, Overlap]:
    """The overlap of two runs on each of the topics; a topic that a run lacks has an empty list."""
    return RankedRuns((a, b), topics, by).overlaps(0, 1)


class RankedRuns:
    """Runs with the rank of each row, computed once for all pairs; overlaps are computed on ``topics``."""

    def __init__(self, runs: Sequence[Run], topics: Sequence[str], by: RankOrder) -> None:
        self.topics = topics
        self._runs = [_RankedRun.of(run, topics, by) for run in runs]

    def overlaps(self, a: int, b: int) -> dict[str, Overlap]:
        """The overlap of two runs, by their numbers in the order given, on each of the topics."""
        first, second = self._runs[a], self._runs[b]
        shared = np.flatnonzero((first.place >= 0) & (second.place >= 0))
        rows = common_rows(first.run.groups, second.run, first.place[shared], second.place[shared])
        deeper = np.maximum(first.ranks[rows[0]], second.ranks[rows[1]])
        topic_of = np.full(len(first.run.topics), -1, dtype=np.int64)
        topic_of[first.place[shared]] = shared
        at = topic_of[first.run.groups.topic_numbers(rows[0])]
        jaccard, rbo = overlap_of_lists(deeper, at, first.lengths, second.lengths)
        found = zip(self.topics, jaccard.tolist(), rbo.tolist(), strict=True)
        return {topic: Overlap(None, None) if x != x else Overlap(x, y) for topic, x, y in found}


@dataclass(frozen=True, eq=False)
class _RankedRun:
    """A run with the rank of each row; for each topic, its place in the run (-1: absent) and the length of its list."""

    run: Run
    ranks: Ints
    place: Ints
    lengths: Ints

    @classmethod
    def of(cls, run: Run, topics: Sequence[str], by: RankOrder) -> _RankedRun:
        places = {topic: i for i, topic in enumerate(run.topics)}
        place = np.array([places.get(topic, -1) for topic in topics], dtype=np.int64)
        lengths = np.append(run.groups.lengths, 0)[place]
        return cls(run, _ranks(run, by), place, lengths)


def overlap_of_lists(deeper: Ints, topic: Ints, length_a: Ints, length_b: Ints) -> tuple[Floats, Floats]:
    """Jaccard's coefficient and RBO of two lists for each topic, NaN where both lists are empty.

    Each document that is in both lists is given by its ``topic`` and the ``deeper`` of its two ranks; ``length_a`` and
    ``length_b`` are the lengths of the lists by topic.

    >>> jaccard, rbo = overlap_of_lists(np.array([2, 2]), np.array([0, 0]), np.array([3]), np.array([3]))
    >>> jaccard.tolist(), rbo.round(3).tolist()
    ([0.5], [0.63])
    """
    count = len(length_a)
    both = np.bincount(topic[deeper <= DEPTH], minlength=count)
    either = np.minimum(length_a, DEPTH) + np.minimum(length_b, DEPTH) - both
    with np.errstate(invalid="ignore"):
        jaccard = both / either
    rbo = np.full(count, np.nan)
    order = np.argsort(topic, kind="stable")
    ends = np.searchsorted(topic[order], np.arange(count + 1))
    for part in blocks_of(np.maximum(length_a, length_b).tolist()):
        rows = order[ends[part.start] : ends[part.stop]]
        rbo[part] = rank_biased_overlap(deeper[rows], topic[rows] - part.start, length_a[part], length_b[part])
    return jaccard, np.where(np.isnan(jaccard), np.nan, rbo)


def rank_biased_overlap(
    deeper: Ints, topic: Ints, length_a: Ints, length_b: Ints, persistence: float = PERSISTENCE
) -> Floats:
    """Extrapolated RBO of two lists for each topic, from the deeper of the two ranks of each document in both lists.

    The lists may have different lengths (Webber, Moffat and Zobel 2010, equation 32). Without common documents it is 0.
    """
    short, long = np.minimum(length_a, length_b)[:, None], np.maximum(length_a, length_b)[:, None]
    p, width = persistence, max(1, int(long.max(initial=0)))
    counts = np.bincount(topic * width + deeper - 1, minlength=len(long) * width)
    common: Floats = np.cumsum(counts.reshape(-1, width), axis=-1).astype(np.float64)
    depth = np.arange(1, width + 1)
    at_short = np.take_along_axis(common, np.maximum(short, 1) - 1, axis=-1)
    at_long = common[:, -1:]
    some = np.maximum(short, 1)
    beyond = np.where(depth > short, at_short * (depth - short) / (some * depth), 0.0)
    terms = np.where(depth <= long, (common / depth + beyond) * p**depth, 0.0)
    tail = (at_long - at_short) / np.maximum(long, some) + at_short / some
    found = (1 - p) / p * terms.sum(axis=-1) + (tail * p**long)[:, 0]
    return np.where(short[:, 0] > 0, found, 0.0)


def _ranks(run: Run, by: RankOrder) -> Ints:
    """The rank of each row of a run."""
    places = rank_rows(run, by).by_rank(np.arange(len(run.scores)))  # the row at each place
    ranks = np.empty_like(places)
    ranks[places] = np.arange(len(places)) - np.repeat(run.groups.starts[:-1], run.groups.lengths) + 1
    return ranks
