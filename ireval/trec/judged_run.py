"""A run joined with its judgements, as blocks of rankings of about a hundred topics each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ireval.numbers.arrays import Bools, Floats, Grades
from ireval.ranking.judgements import ABSENT, UNJUDGED, Ranking
from ireval.trec.qrels import Qrels
from ireval.trec.rank_order import RankOrder, rank_rows, score_groups
from ireval.trec.reading.text_column import Ints
from ireval.trec.reading.topic_groups import TopicGroups
from ireval.trec.runs import Run

Whole = TypeVar("Whole", bound=np.integer[Any])

#: The most topics in a block.
TOPICS = 128
#: The most places in a block, unless a single topic has more, so that a column of numbers fits into the cache.
PLACES = 1 << 17


@dataclass(frozen=True, eq=False)
class JudgedRun:
    """A run's topics that have judgements, ready to be cut into blocks.

    ``topics`` are indices into the run's topics, and ``judged`` the indices of the same topics in the judgements.
    ``grades`` has one grade for each row of the run, in the order of the ranks. ``missed`` are the rows of the
    judgements that the run did not retrieve; for topic t they are ``missed[ends[t]:ends[t + 1]]``. ``rows`` has the row
    of the judgements for each row of the run, by rank (-1: unjudged); None unless there are subtopics or it was
    requested. If there are subtopics, ``covers`` has the subtopics of each row of the judgements.
    """

    qrels: Qrels
    run: Run
    topics: Ints
    judged: Ints
    grades: Grades
    missed: Ints
    ends: Ints
    rows: Ints | None = None
    covers: Bools | None = None
    equal: Ints | None = None  #: the group of equal scores of each row, by rank, if a measure needs the groups

    def blocks(self) -> list[slice]:
        """Slices of ``topics``, in blocks of at most ``TOPICS`` topics and ``PLACES`` places."""
        retrieved, missed = self.run.groups.lengths[self.topics], np.diff(self.ends)[self.judged]
        return list(blocks_of((retrieved + missed).tolist()))

    def ranking(self, block: slice) -> Ranking:
        """The lists of a block."""
        topics, judged = self.topics[block], self.judged[block]
        begin, retrieved = self.run.groups.starts[topics], self.run.groups.lengths[topics]
        others = self.missed_documents(block)
        ranking = Ranking(
            _table(self.grades, begin, retrieved, ABSENT),
            np.where(others >= 0, self.qrels.grades[others], ABSENT).astype(np.int16),
            np.full(len(begin), np.nan),
            score_groups=None if self.equal is None else _table(self.equal, begin, retrieved, -1),
        )
        if self.rows is None or self.covers is None:
            return ranking
        own = self.covers[_table(self.rows, begin, retrieved, -1)]
        total = self.subtopic_totals[judged]
        return replace(ranking, subtopics=own, unretrieved_subtopics=self.covers[others], subtopic_total=total)

    def documents(self, block: slice) -> Ints:
        """The rows of the judgements by rank, for the lists of a block; -1 for an unjudged document."""
        assert self.rows is not None  # noqa: S101 - a caller that wants the documents joins with them
        topics = self.topics[block]
        return _table(self.rows, self.run.groups.starts[topics], self.run.groups.lengths[topics], -1)

    def missed_documents(self, block: slice) -> Ints:
        """The rows of the judgements that the lists of a block did not retrieve, padded with -1."""
        judged = self.judged[block]
        return _table(self.missed, self.ends[judged], self.ends[judged + 1] - self.ends[judged], -1)

    @cached_property
    def subtopic_totals(self) -> Floats:
        """The number of subtopics of each topic of the judgements, covered or not."""
        totals = np.zeros(len(self.qrels.topics))
        if self.qrels.subtopics:
            topic = np.repeat(np.arange(len(totals)), self.qrels.groups.lengths)[self.qrels.subtopics.doc]
            np.maximum.at(totals, topic, self.qrels.subtopics.number + 1.0)
        return totals


def join(qrels: Qrels, run: Run, *, by: RankOrder, rel: int, documents: bool = False) -> JudgedRun:
    """The run's documents by rank, in the order ``by``, with their grades.

    A document covers a subtopic if its grade for that subtopic is ``rel`` or more. With ``documents``, the result also
    has the rows of the judgements for each rank (``rows``).
    """
    pairs = [(i, qrels.place[topic]) for i, topic in enumerate(run.topics) if topic in qrels.place]
    topics, judged = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    docs, run_row = common_rows(qrels.groups, run, judged, topics)
    ranked = rank_rows(run, by)
    grades = np.full(len(run.scores), UNJUDGED, dtype=np.int16)
    grades[run_row] = qrels.grades[docs]
    unseen = qrels.grades >= 0
    unseen[docs] = False
    ends = np.append(0, np.cumsum(unseen))[qrels.groups.starts]
    rows = covers = None
    if qrels.subtopics or documents:
        rows = np.full(len(run.scores), -1, dtype=np.int64)
        rows[run_row] = docs
        rows = ranked.by_rank(rows)
    if qrels.subtopics:
        covers = qrels.subtopics.table(len(qrels.grades), rel)
    equal = score_groups(ranked.by_rank(run.scores), by) if by.together else None
    missed = np.flatnonzero(unseen)
    return JudgedRun(qrels, run, topics, judged, ranked.by_rank(grades), missed, ends, rows, covers, equal)


def common_rows(groups: TopicGroups, run: Run, topics: Ints, in_run: Ints) -> tuple[Ints, Ints]:
    """The rows of ``groups`` whose documents the run retrieved for the same topic, and the rows of the run.

    ``topics`` are topics of the groups, and ``in_run`` the same topics in the run.
    """
    low, high = np.zeros(len(groups.topics), np.int64), np.zeros(len(groups.topics), np.int64)
    low[topics], high[topics] = run.groups.starts[in_run], run.groups.starts[in_run + 1]
    docs, lengths = groups.docs, groups.lengths
    keys = docs.slow_keys() if run.index.slow else docs.keys()
    start = np.repeat(low, lengths)
    found = run.index.find(start, np.repeat(high, lengths), keys)
    hit = np.flatnonzero(found >= 0)
    row = run.index.rows_at(found[hit], start[hit])
    same = docs.take(hit).same(run.groups.docs.take(row))
    return hit[same], row[same]


def blocks_of(lengths: Sequence[int]) -> Iterator[slice]:
    """Slices that divide topics with lists of these lengths into blocks."""
    start = widest = 0
    for i, length in enumerate(lengths):
        wider = max(widest, length)
        if i > start and (i - start == TOPICS or wider * (i - start + 1) > PLACES):
            yield slice(start, i)
            start, wider = i, length
        widest = wider
    if lengths:
        yield slice(start, len(lengths))


def _table(column: NDArray[Whole], begin: Ints, lengths: Ints, fill: int) -> NDArray[Whole]:
    """Parts of a column as rows of a table of shape (parts, longest length), padded with ``fill``."""
    width = int(lengths.max(initial=0))
    if width and (lengths == width).all() and (np.diff(begin) == width).all():
        return column[begin[0] : begin[-1] + width].reshape(-1, width)
    place = np.arange(width)
    table = np.full((len(begin), width), fill, dtype=column.dtype)
    inside = place < lengths[:, None]
    table[inside] = column[(begin[:, None] + place)[inside]]
    return table
