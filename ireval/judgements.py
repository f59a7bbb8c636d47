"""What is known of a ranked list: the grade at each rank, and the judged documents that the list missed.

A ``Ranking`` holds one list, or a block of lists of different lengths: the last axis is the rank, whatever stands
before it is a stack of lists. Nothing here knows any measure.

Words, the same everywhere: a document is *judged* with a *grade* (0 is judged non-relevant) or *unjudged*; a judged
document is *relevant* from some grade on, 1 unless a convention says otherwise; *R* counts the relevant documents of
the query and *N* the judged non-relevant ones, retrieved or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Grades = NDArray[np.int16]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Stands in a list of grades for a retrieved document that nobody judged. It is not grade 0.
UNJUDGED = -1
#: Fills the places behind the end of a shorter list in a block.
ABSENT = -2


@dataclass(frozen=True, eq=False)
class Ranking:
    """One ranked list or a block of them.

    ``grades`` has shape (..., ranks): a grade, ``UNJUDGED`` or ``ABSENT`` (only behind the end of a list);
    ``unretrieved`` has shape (..., m): grades of judged documents that the list missed, in any order, padded with
    ``ABSENT``; ``size`` has shape (...): the number of documents in the collection, NaN where it is not known.
    """

    grades: Grades
    unretrieved: Grades
    size: Floats

    @classmethod
    def one(cls, grades: Sequence[int], unretrieved: Sequence[int] = (), size: float | None = None) -> Ranking:
        """A single list.

        >>> Ranking.one([1, 0, UNJUDGED], [1]).relevant_total()
        array([2.])
        """
        known = np.asarray(np.nan if size is None else size, dtype=np.float64)
        return cls(np.asarray(grades, dtype=np.int16), np.asarray(unretrieved, dtype=np.int16), known)

    @classmethod
    def block(cls, lists: Iterable[Ranking]) -> Ranking:
        """Several single lists, of any lengths, as one block of shape (lists, ranks)."""
        rows = list(lists)
        return cls(
            _stack([r.grades for r in rows]),
            _stack([r.unretrieved for r in rows]),
            np.array([float(r.size) for r in rows], dtype=np.float64),
        )

    @cached_property
    def length(self) -> Floats:
        """How many documents were retrieved, shape (..., 1)."""
        return _count(self.grades > ABSENT)

    def relevant_total(self, rel: int = 1) -> Floats:
        """R: judged documents of grade ``rel`` or more, retrieved or not, shape (..., 1)."""
        return self.at_rows(self.grades.shape[-1], rel).R

    def ideal(self, *, retrieved_only: bool) -> Grades:
        """Grades from the highest down, places without a judged document as 0, shape (..., any)."""
        if retrieved_only not in self._ideal:
            pool = self.grades if retrieved_only else np.concatenate([self.grades, self.unretrieved], axis=-1)
            self._ideal[retrieved_only] = -np.sort(-np.maximum(pool, 0), axis=-1)
        return self._ideal[retrieved_only]

    def at_rows(self, width: int, rel: int) -> Sight:
        """The ranking cut or filled to ``width`` rows, with grade ``rel`` and more counted as relevant."""
        if (width, rel) not in self._seen:
            self._seen[width, rel] = Sight(self, width, rel)
        return self._seen[width, rel]

    @cached_property
    def _ideal(self) -> dict[bool, Grades]:
        return {}

    @cached_property
    def _seen(self) -> dict[tuple[int, int], Sight]:
        return {}


class Sight:
    """A ranking of ``width`` rows seen with one threshold of relevance: what nearly every measure starts from.

    Arrays have the shape (..., width), counts (..., 1). Measures that look alike at a ranking share it.
    """

    def __init__(self, ranking: Ranking, width: int, rel: int) -> None:
        self._ranking = ranking
        self._rel = rel
        self.rank = np.arange(1, width + 1, dtype=np.float64)
        self.grades = resized(ranking.grades, width, ABSENT)

    @cached_property
    def relevant(self) -> Bools:
        """Which ranks hold a relevant document."""
        return self.grades >= self._rel

    @cached_property
    def nonrelevant(self) -> Bools:
        """Which ranks hold a document judged non-relevant."""
        return (self.grades >= 0) & (self.grades < self._rel)

    @cached_property
    def found(self) -> Floats:
        """How many relevant documents stand at this rank or above."""
        return np.cumsum(self.relevant, axis=-1, dtype=np.float64)

    @cached_property
    def R(self) -> Floats:
        """Relevant documents of the query, retrieved or not."""
        r = self._ranking
        return _count(r.grades >= self._rel) + _count(r.unretrieved >= self._rel)

    @cached_property
    def N(self) -> Floats:
        """Documents judged non-relevant, retrieved or not."""
        r = self._ranking
        return _count((r.grades >= 0) & (r.grades < self._rel)) + _count(
            (r.unretrieved >= 0) & (r.unretrieved < self._rel)
        )


def resized(grades: Grades, ranks: int, fill: int) -> Grades:
    """``grades`` cut or filled up with ``fill`` to ``ranks`` places on the last axis."""
    have = grades.shape[-1]
    if have >= ranks:
        return grades[..., :ranks]
    tail = np.full((*grades.shape[:-1], ranks - have), fill, dtype=grades.dtype)
    return np.concatenate([grades, tail], axis=-1)


def _count(mask: Bools) -> Floats:
    return np.count_nonzero(mask, axis=-1, keepdims=True).astype(np.float64)


def _stack(lists: list[Grades]) -> Grades:
    width = max((len(x) for x in lists), default=0)
    return np.stack([resized(x, width, ABSENT) for x in lists]) if lists else np.zeros((0, 0), dtype=np.int16)
