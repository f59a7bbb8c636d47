"""Facts about a list and its judgements, computed in plain Python from the definitions in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ireval.stdlib.lazy_attribute import lazy_attribute

UNJUDGED, POOLED = -1, -2
#: A score where nothing is relevant, by the choice of ``no_relevant``.
WITHOUT_RELEVANT = {"score-0": 0, "score-1": 1, "left-out": None}
Document = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Facts:
    """A list under some choices: documents are (grade, subtopics).

    ``chosen`` has the conventions that the measure follows, its own parameters, and the number after the @.
    """

    retrieved: tuple[Document, ...]
    missed: tuple[Document, ...]
    size: int | None
    chosen: Mapping[str, Any]
    together: tuple[Facts, ...] = ()  #: other lists that are averaged with it

    @property
    def queries(self) -> list[Facts]:
        """The lists over which a mean is taken: with no_relevant=left-out, those with a relevant document."""
        left_out = self.chosen.get("no_relevant") == "left-out"
        return [f for f in (self, *self.together) if f.all_relevant or not left_out]

    @lazy_attribute
    def ranked(self) -> tuple[Document, ...]:
        """The list that counts: without unjudged documents if these are skipped."""
        if self.chosen.get("unjudged") == "skipped":
            return tuple(d for d in self.retrieved if d[0] >= 0)
        return self.retrieved

    @property
    def judged(self) -> list[Document]:
        """The documents that were judged, retrieved or not."""
        return [d for d in (*self.retrieved, *self.missed) if d[0] >= 0]

    @property
    def n(self) -> int:
        """The length of the list that counts."""
        return len(self.ranked)

    @property
    def k(self) -> int | None:
        """The cutoff; None without one."""
        return self.chosen.get("k")

    @property
    def rel(self) -> int:
        """The lowest grade that is relevant."""
        return self.chosen.get("rel", 1)  # type: ignore[no-any-return]

    @property
    def end(self) -> int:
        """The last rank that counts."""
        return self.k or self.n

    def grade(self, i: int) -> int:
        """The grade at rank ``i``; unjudged after the end."""
        return self.ranked[i - 1][0] if 1 <= i <= self.n else UNJUDGED

    def is_relevant(self, i: int) -> int:
        """1 if the document at rank ``i`` is relevant, else 0."""
        return int(self.grade(i) >= self.rel)

    def is_nonrelevant(self, i: int) -> int:
        """1 if the document at rank ``i`` is judged non-relevant, else 0."""
        return int(0 <= self.grade(i) < self.rel)

    def found(self, i: int) -> int:
        """Relevant documents in the first ``i`` ranks."""
        return sum(self.is_relevant(j) for j in range(1, i + 1))

    @property
    def all_relevant(self) -> int:
        """The number of relevant documents, retrieved or not."""
        return sum(grade >= self.rel for grade, _ in self.judged)

    @property
    def all_nonrelevant(self) -> int:
        """The number of documents judged non-relevant, retrieved or not."""
        return sum(grade < self.rel for grade, _ in self.judged)

    @property
    def without_relevant(self) -> Fraction:
        """The score, in a mean, of a query without relevant documents, by the convention."""
        return Fraction(WITHOUT_RELEVANT[self.chosen.get("no_relevant", "score-0")] or 0)

    def worth(self, grade: int) -> int:
        """The gain of a document of this grade."""
        grade = max(grade, 0)
        if self.chosen.get("gain") == "binary":
            return min(grade, 1)
        return int(2**grade) - 1 if self.chosen.get("gain") == "exponential" else grade

    @lazy_attribute
    def ideal(self) -> list[int]:
        """The gains of the ideal list, with its length: best documents first."""
        among = self.ranked if self.chosen.get("ideal") == "retrieved-only" else (*self.retrieved, *self.missed)
        gains = sorted((self.worth(grade) for grade, _ in among), reverse=True)
        if self.chosen.get("ideal") == "best-everywhere":
            gains = gains[:1] * min(self.n, self.k or self.n)
        end = self.chosen.get("ideal_cut")
        return gains[: self.n] if end == "shorter" or (end == "list-end" and not self.k) else gains

    @property
    def ideal_of_relevant(self) -> list[int]:
        """The gains of the relevant documents of the ideal list, best first."""
        among = self.ranked if self.chosen.get("ideal") == "retrieved-only" else (*self.retrieved, *self.missed)
        gains = sorted((self.worth(grade) for grade, _ in among if grade >= self.rel), reverse=True)
        return gains[:1] * min(self.n, self.k or self.n) if self.chosen.get("ideal") == "best-everywhere" else gains

    def ideal_gain(self, i: int) -> int:
        """The gain at rank ``i`` of the ideal list."""
        return self.ideal[i - 1] if i <= len(self.ideal) else 0

    @property
    def last_row(self) -> int:
        """The last row of a table with the list and, if it counts in full, the ideal list."""
        return max(self.n, 1, sum(gain > 0 for gain in self.ideal))

    @property
    def read_at(self) -> int:
        """The rank at which a score is read off a column."""
        return self.k or self.last_row

    def covers(self, i: int, j: int) -> int:
        """Whether the document at rank ``i`` covers subtopic ``j``."""
        return self.ranked[i - 1][1][j] if 1 <= i <= self.n else 0

    def covered_above(self, i: int, j: int) -> int:
        """How many documents above rank ``i`` cover subtopic ``j``."""
        return sum(self.covers(above, j) for above in range(1, i))

    @property
    def subtopics(self) -> range:
        """The subtopics of the query, counted from 0."""
        return range(len(next((groups for _, groups in (*self.retrieved, *self.missed)), ())))

    @property
    def known_subtopics(self) -> int:
        """The number of subtopics that some judged document covers."""
        return sum(any(groups[j] for _, groups in self.judged) for j in self.subtopics)

    def covered(self, ranks: int) -> int:
        """How many subtopics the documents of the first ranks cover."""
        return sum(any(groups[j] for _, groups in self.ranked[:ranks]) for j in self.subtopics)

    def novelty(self, alpha: Fraction) -> list[Fraction]:
        """The gains of the ideal list: the next document is always the one that adds most, the first of equals."""
        left = [groups for grade, groups in (*self.retrieved, *self.missed) if any(groups)]
        seen = [0 for _ in self.subtopics]
        gains = []
        while left:
            added = [sum(covers * (1 - alpha) ** times for covers, times in zip(g, seen, strict=True)) for g in left]
            best = added.index(max(added))
            gains.append(Fraction(added[best]))
            seen = [times + covers for times, covers in zip(seen, left.pop(best), strict=True)]
        return gains

    @property
    def relevant_ranks(self) -> tuple[int, ...]:
        """The ranks of the relevant documents that were retrieved."""
        return tuple(i for i in range(1, self.n + 1) if self.is_relevant(i))
