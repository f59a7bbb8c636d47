"""A topic as tools see it that get grades in the order of the ranks instead of documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.peers.asking import Pair, Scores
from tests.peers.topics import Topics

CUTOFFS = (1, 3, 5, 10)


@dataclass(frozen=True)
class Graded:
    """The grade at each rank, None for an unjudged document, and those of the judged documents that were missed."""

    ranked: tuple[int | None, ...]
    missed: tuple[int, ...]

    @property
    def known(self) -> list[int]:
        """The grade at each rank; 0 for an unjudged document."""
        return [grade or 0 for grade in self.ranked]

    @property
    def judged(self) -> list[int]:
        """All grades that were given, the highest first."""
        return sorted((g for g in (*self.ranked, *self.missed) if g is not None), reverse=True)

    @property
    def relevant(self) -> int:
        """The number of relevant documents, retrieved or not."""
        return sum(grade > 0 for grade in self.judged)

    def whole_group(self, k: int | None) -> list[int] | None:
        """The grades of all documents for a tool that ranks every document: the missed ones last.

        None where the tool would count a document that was missed as one that was retrieved.
        """
        reaches = k is None or k > len(self.ranked)
        return None if reaches and self.missed else [*self.known, *self.missed]


def graded(topics: Topics, topic: str) -> Graded:
    """A topic of ``topics``, ranked by score."""
    judged, found = topics.qrels[topic], topics.run[topic]
    missed = tuple(grade for doc, grade in judged.items() if doc not in found)
    return Graded(tuple(judged.get(doc) for doc in topics.ranked(topic)), missed)


#: A score from a topic and a cutoff, which may be missing; None where the tool gives none.
Formula = Callable[[Graded, "int | None"], "float | None"]


def by_formulas(formulas: dict[str, Formula]) -> Callable[[Pair, Topics], Scores]:
    """What calls a tool by its formulas; ``map@3`` is the formula ``map`` at cutoff 3."""

    def scores(pair: Pair, topics: Topics) -> Scores:
        name, _, k = pair.theirs.partition("@")
        found = {t: formulas[name](graded(topics, t), int(k) if k else None) for t in topics.shared}
        return {topic: score for topic, score in found.items() if score is not None}

    return scores


def at_cutoffs(*names: tuple[str, str], whole: bool = False) -> tuple[Pair, ...]:
    """Pairs of our names and the tool's at all cutoffs, and without one where the tool also does without."""
    at = [Pair(f"{ours}@{k}", f"{theirs}@{k}") for ours, theirs in names for k in CUTOFFS]
    return (*(Pair(*pair) for pair in names if whole), *at)


def precision_sum(grades: Iterable[int]) -> float:
    """The sum of the precisions at the ranks of the relevant documents."""
    ranks = [rank for rank, grade in enumerate(grades, start=1) if grade > 0]
    return sum(found / rank for found, rank in enumerate(ranks, start=1))
