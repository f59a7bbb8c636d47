"""A ranking cut or padded to the rows of a table, with the relevant documents at a threshold and their numbers."""

from __future__ import annotations

import numpy as np

from ireval.numbers.arrays import Bools, Floats, Grades, counted, counts, ranks
from ireval.stdlib.lazy_attribute import lazy_attribute


class ThresholdView:
    """A ranking under one threshold of relevance; nearly every measure is computed from it.

    ``grades`` are the grades in a table's rows, shape (..., width). ``retrieved`` and ``others`` are the grades of all
    retrieved and of all other judged documents, and ``covered`` their subtopics, None if no subtopics were judged.
    Arrays have the shape (..., width), counts (..., 1). Measures with the same width and threshold share a view.
    """

    def __init__(
        self, grades: Grades, retrieved: Grades, others: Grades, covered: tuple[Bools | None, Bools | None], rel: int
    ) -> None:
        self.grades = grades
        self.rank = ranks(grades.shape[-1])
        self._retrieved = retrieved
        self._others = others
        self._covered = covered
        self._rel = rel

    @lazy_attribute
    def relevant(self) -> Bools:
        """Whether the document at each rank is relevant."""
        return self.grades >= self._rel

    @lazy_attribute
    def nonrelevant(self) -> Bools:
        """Whether the document at each rank is judged non-relevant."""
        return (self.grades >= 0) & ~self.relevant

    @lazy_attribute
    def found(self) -> Floats:
        """The number of relevant documents down to each rank."""
        return counted(self.relevant)

    @lazy_attribute
    def R(self) -> Floats:
        """The number of relevant documents of the query, retrieved or not."""
        cut = len(self.rank) < self._retrieved.shape[-1]
        return counts(self._retrieved >= self._rel if cut else self.relevant) + counts(self._others >= self._rel)

    @lazy_attribute
    def N(self) -> Floats:
        """The number of documents judged non-relevant, retrieved or not."""
        return counts(self._retrieved >= 0) + counts(self._others >= 0) - self.R

    @lazy_attribute
    def subtopics(self) -> Bools:
        """Which subtopics the document at each rank covers, shape (..., width, subtopics)."""
        own = groups_of(self._retrieved, self._covered[0])
        short = max(len(self.rank) - own.shape[-2], 0)
        return np.pad(own[..., : len(self.rank), :], [*[(0, 0)] * (own.ndim - 2), (0, short), (0, 0)])

    @lazy_attribute
    def known_subtopics(self) -> Bools:
        """The subtopics that some judged document covers, retrieved or not, shape (..., subtopics)."""
        own, missed = map(groups_of, (self._retrieved, self._others), self._covered)
        known: Bools = np.logical_or(own.any(axis=-2), missed.any(axis=-2))
        return known


def groups_of(documents: Grades, groups: Bools | None) -> Bools:
    """The subtopics that documents cover; none if no subtopics were judged."""
    return np.zeros((*documents.shape, 0), dtype=bool) if groups is None else groups
