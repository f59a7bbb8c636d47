"""How alike two rankings of a topic are: Jaccard's coefficient of their tops, and rank-biased overlap (RBO).

Neither uses judgements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ireval.numbers.arrays import Floats
from ireval.trec.judged_run import common_rows
from ireval.trec.rank_order import RankOrder, rank_rows
from ireval.trec.reading.text_column import Ints
from ireval.trec.runs import Run

#: The depth at which tops are compared.
DEPTH = 10
#: The weight of RBO: how likely somebody who looks at a rank goes on to the next.
PERSISTENCE = 0.9


@dataclass(frozen=True)
class Overlap:
    """How alike two rankings are: ``jaccard`` at ``DEPTH``, and extrapolated ``rbo``; None if both are empty."""

    jaccard: float | None
    rbo: float | None


#: What the two coefficients are called at the head of a table.
HEADS = (f"Jaccard@{DEPTH}", f"RBO (p = {PERSISTENCE:g})")


def overlaps(a: Run, b: Run, topics: Sequence[str], by: RankOrder) -> dict[str, Overlap]:
    """The overlap of two runs on each of the topics; a topic that a run lacks has an empty list."""
    place_a, place_b = ({topic: i for i, topic in enumerate(run.topics)} for run in (a, b))
    shared = [topic for topic in a.topics if topic in place_b]
    in_a, in_b = (np.array([place[t] for t in shared], dtype=np.int64) for place in (place_a, place_b))
    rows_a, rows_b = common_rows(a.groups, b, in_a, in_b)
    topic_of = a.groups.topic_numbers(rows_a)
    ranks_a, ranks_b = _ranks(a, by)[rows_a], _ranks(b, by)[rows_b]
    found: dict[str, Overlap] = {}
    for topic in topics:
        here = slice(*np.searchsorted(topic_of, [place_a[topic], place_a[topic] + 1])) if topic in place_a else slice(0)
        lengths = (_length(a, place_a, topic), _length(b, place_b, topic))
        found[topic] = overlap(ranks_a[here], ranks_b[here], *lengths)
    return found


def overlap(ranks_a: Ints, ranks_b: Ints, length_a: int, length_b: int) -> Overlap:
    """The overlap of two lists of these lengths, from the ranks in both of the documents that both have.

    >>> overlap(np.array([1, 2]), np.array([2, 1]), 3, 3)
    Overlap(jaccard=0.5, rbo=0.63)
    """
    if not length_a and not length_b:
        return Overlap(None, None)
    both = int(np.count_nonzero((ranks_a <= DEPTH) & (ranks_b <= DEPTH)))
    either = min(length_a, DEPTH) + min(length_b, DEPTH) - both
    return Overlap(both / either, rank_biased_overlap(np.maximum(ranks_a, ranks_b), length_a, length_b))


def rank_biased_overlap(deeper: Ints, length_a: int, length_b: int, persistence: float = PERSISTENCE) -> float:
    """Extrapolated RBO of two lists, from the deeper of the two ranks of each common document.

    The lists may have different lengths (Webber, Moffat and Zobel 2010, equation 32).
    """
    short, long = sorted((length_a, length_b))
    if not short:
        return 0.0
    p, depth = persistence, np.arange(1, long + 1)
    common: Floats = np.cumsum(np.bincount(deeper, minlength=long + 1)[1:]).astype(np.float64)
    at_short, at_long = common[short - 1], common[-1]
    agreement = common / depth
    agreement[short:] += at_short * (depth[short:] - short) / (short * depth[short:])
    tail = (at_long - at_short) / long + at_short / short
    return float((1 - p) / p * np.sum(agreement * p**depth) + tail * p**long)


def _ranks(run: Run, by: RankOrder) -> Ints:
    """The rank of each row of a run."""
    places = rank_rows(run, by).by_rank(np.arange(len(run.scores)))  # the row at each place
    ranks = np.empty_like(places)
    ranks[places] = np.arange(len(places)) - np.repeat(run.groups.starts[:-1], run.groups.lengths) + 1
    return ranks


def _length(run: Run, place: Mapping[str, int], topic: str) -> int:
    return int(run.groups.lengths[place[topic]]) if topic in place else 0
