"""The judgements of a ranked list: the grade at each rank, and the judged documents that were not retrieved.

A ``Ranking`` holds one list, or a block of lists of different lengths: the last axis is the rank, and the axes before
it are a stack of lists. Nothing here depends on a measure.

The terms are used in the whole package: a document is *judged* with a *grade* (0 means judged non-relevant) or
*unjudged*; a judged document is *relevant* if its grade reaches a threshold, which is 1 unless a convention sets
another; *R* counts the relevant documents of the query and *N* the judged non-relevant ones, retrieved or not. A query
may have *subtopics*; each document then covers some of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ireval.numbers.arrays import Bools, Floats, Grades, counts, number, resized
from ireval.ranking.greedy_ideal import greedy
from ireval.ranking.shared_steps import Share, SharedSteps, compute_alone
from ireval.ranking.threshold_view import ThresholdView, groups_of
from ireval.stdlib.lazy_attribute import lazy_attribute

Groups = Sequence[Sequence[int]]
#: In a list of grades: a retrieved document that was not judged. This is not grade 0.
UNJUDGED = -1
#: Also unjudged, but known to be in the pool, from which only a sample was judged; grade -1 in a qrels file.
POOLED = -2
#: Pads the shorter lists of a block after their ends.
ABSENT = -3


@dataclass(frozen=True, eq=False)
class Ranking:
    """One ranked list or a block of them.

    ``grades`` has shape (..., ranks): a grade, ``UNJUDGED``, ``POOLED`` or ``ABSENT`` (only after the end of a list);
    ``unretrieved`` has shape (..., m): grades of judged documents that were not retrieved, in any order, padded with
    ``ABSENT``; ``size`` has shape (...): the number of documents in the collection, NaN if it is not known.
    ``subtopics`` has shape (..., ranks, s) and ``unretrieved_subtopics`` (..., m, s): which subtopics a document
    covers. Both are None if no subtopics were judged. ``subtopic_total`` has shape (...): the number of the query's
    subtopics, covered or not; 0 if no subtopics were judged. ``score_groups`` has shape (..., ranks): neighbours with
    the same number have equal scores; None unless a convention treats documents with equal scores as a group.
    """

    grades: Grades
    unretrieved: Grades
    size: Floats
    subtopics: Bools | None = None
    unretrieved_subtopics: Bools | None = None
    subtopic_total: Floats = field(default_factory=lambda: np.zeros(()))
    score_groups: NDArray[np.int64] | None = None

    @classmethod
    def one(
        cls,
        grades: Sequence[int],
        unretrieved: Sequence[int] = (),
        size: float | None = None,
        subtopics: Groups | None = None,
        unretrieved_subtopics: Groups | None = None,
    ) -> Ranking:
        """A single list. A group of subtopics is a row of 0s and 1s; documents without groups cover no subtopic.

        >>> Ranking.one([1, 0, UNJUDGED], [1]).relevant_total()
        array([2.])
        """
        known = np.asarray(np.nan if size is None else size, dtype=np.float64)
        ranked, missed = np.asarray(grades, dtype=np.int16), np.asarray(unretrieved, dtype=np.int16)
        if subtopics is None and unretrieved_subtopics is None:
            return cls(ranked, missed, known)
        count = max(map(len, (*(subtopics or ()), *(unretrieved_subtopics or ()))), default=0)
        own, others = _groups(subtopics, len(ranked), count), _groups(unretrieved_subtopics, len(missed), count)
        return cls(ranked, missed, known, own, others, np.asarray(float(count)))

    @classmethod
    def block(cls, lists: Iterable[Ranking]) -> Ranking:
        """Several single lists, of any lengths, as one block of shape (lists, ranks)."""
        rows = list(lists)
        grades, missed = _stack([r.grades for r in rows]), _stack([r.unretrieved for r in rows])
        size = np.array([float(r.size) for r in rows], dtype=np.float64)
        if all(r.subtopics is None for r in rows):
            equal = [r.score_groups for r in rows if r.score_groups is not None]
            groups = np.stack([resized(x, grades.shape[-1], -1) for x in equal]) if equal else None
            return cls(grades, missed, size, score_groups=groups)
        own = _stack_groups([r.subtopics for r in rows], grades.shape[-1])
        others = _stack_groups([r.unretrieved_subtopics for r in rows], missed.shape[-1])
        return cls(grades, missed, size, own, others, np.array([float(r.subtopic_total) for r in rows]))

    @lazy_attribute
    def length(self) -> Floats:
        """The number of retrieved documents, shape (..., 1)."""
        return counts(self.grades > ABSENT)

    @property
    def most_documents(self) -> int:
        """An upper bound for the number of documents in every list and every ideal list."""
        return int(self.grades.shape[-1] + self.unretrieved.shape[-1])

    def rows_to(self, rank: int) -> Floats:
        """The number of retrieved documents, or ``rank`` if it is larger, shape (..., 1)."""
        rows = self._rows.get(rank)
        if rows is None:
            rows = self._rows[rank] = np.maximum(self.length, rank)
        return rows

    def everywhere(self, rank: int) -> Floats:
        """The same ``rank`` for each list, shape (..., 1)."""
        return number(rank) if self.length.ndim == 1 else np.full_like(self.length, rank)

    def relevant_total(self, rel: int = 1) -> Floats:
        """R: judged documents of grade ``rel`` or more, retrieved or not, shape (..., 1)."""
        return self.at_rows(self.grades.shape[-1], rel).R

    def ideal(self, *, retrieved_only: bool) -> Grades:
        """Grades in descending order, with 0 for places without a judged document, shape (..., any)."""
        if retrieved_only not in self._ideal:
            pool = self.grades if retrieved_only else np.concatenate([self.grades, self.unretrieved], axis=-1)
            self._ideal[retrieved_only] = -np.sort(-np.maximum(pool, 0), axis=-1)
        return self._ideal[retrieved_only]

    def greedy_ideal(self, alpha: float, ranks: int) -> tuple[Floats, NDArray[np.intp]]:
        """The greedy ideal list of all judged documents: their gains and indices, both of shape (..., ranks).

        Documents are counted from 0, the retrieved ones first; -1 means that no document is left that covers a
        subtopic.
        """
        if (alpha, ranks) not in self._greedy:
            own, missed = self.groups
            self._greedy[alpha, ranks] = greedy(np.concatenate([own, missed], axis=-2), alpha, ranks)
        return self._greedy[alpha, ranks]

    @property
    def groups(self) -> tuple[Bools, Bools]:
        """The subtopics that each document covers: of the retrieved and of the other documents; empty if not judged."""
        return groups_of(self.grades, self.subtopics), groups_of(self.unretrieved, self.unretrieved_subtopics)

    @lazy_attribute
    def condensed(self) -> Ranking:
        """The ranking without its unjudged documents; those below them move up."""
        order = self.judged_places
        there = order >= 0
        grades = np.where(there, np.take_along_axis(self.grades, order, axis=-1), ABSENT).astype(np.int16)
        equal = self.score_groups
        if equal is not None:
            equal = np.where(there, np.take_along_axis(equal, order, axis=-1), -1)
        if self.subtopics is None:
            return replace(self, grades=grades, score_groups=equal)
        own = np.take_along_axis(self.subtopics, order[..., None], axis=-2) & there[..., None]
        return replace(self, grades=grades, subtopics=own, score_groups=equal)

    @lazy_attribute
    def judged_places(self) -> NDArray[np.intp]:
        """The places of the judged documents, counted from 0 and in order of rank, then -1; shape (..., any)."""
        judged = self.grades >= 0
        order = np.argsort(~judged, axis=-1, kind="stable")
        order = np.where(np.take_along_axis(judged, order, axis=-1), order, -1)
        return order[..., : int(np.count_nonzero(judged, axis=-1).max(initial=0))]

    def at_rows(self, width: int, rel: int) -> ThresholdView:
        """The ranking cut or padded to ``width`` rows, with documents of grade ``rel`` or more as relevant."""
        view = self._views.get((width, rel))
        if view is None:
            # The view gets no reference to this ranking, because that would keep both in memory.
            covered, rows = (self.subtopics, self.unretrieved_subtopics), resized(self.grades, width, ABSENT)
            view = self._views[width, rel] = ThresholdView(rows, self.grades, self.unretrieved, covered, rel)
        return view

    @lazy_attribute
    def share(self) -> Share:
        """A function that computes a step which measures share, for a single list only once; see ``SharedSteps``."""
        return SharedSteps().share if self.grades.ndim == 1 else compute_alone

    def sharing(self) -> Ranking:
        """The same block, whose steps are also computed only once, as for a single list; for small blocks."""
        block = replace(self)
        block.__dict__["share"] = SharedSteps().share
        return block

    @lazy_attribute
    def _rows(self) -> dict[int, Floats]:
        return {}

    @lazy_attribute
    def _ideal(self) -> dict[bool, Grades]:
        return {}

    @lazy_attribute
    def _greedy(self) -> dict[tuple[float, int], tuple[Floats, NDArray[np.intp]]]:
        return {}

    @lazy_attribute
    def _views(self) -> dict[tuple[int, int], ThresholdView]:
        return {}


def _stack(lists: list[Grades]) -> Grades:
    width = max((len(x) for x in lists), default=0)
    return np.stack([resized(x, width, ABSENT) for x in lists]) if lists else np.zeros((0, 0), dtype=np.int16)


def _groups(groups: Groups | None, documents: int, count: int) -> Bools:
    """Groups of 0s and 1s as an array of shape (documents, count); all False if there are none."""
    return np.zeros((documents, count), dtype=bool) if not groups else np.asarray(groups, dtype=bool)


def _stack_groups(lists: list[Bools | None], documents: int) -> Bools:
    """Groups of several lists as one array, padded with False."""
    block = np.zeros((len(lists), documents, max(x.shape[-1] for x in lists if x is not None)), dtype=bool)
    for row, groups in zip(block, lists, strict=True):
        if groups is not None:
            row[: groups.shape[0], : groups.shape[1]] = groups
    return block
