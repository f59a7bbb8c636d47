"""Why two systems differ on a topic: documents with different ranks, and their share of the difference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ireval.comparison.contributions import RankedDocuments
from ireval.comparison.snapped_differences import differences_of
from ireval.messages import Message
from ireval.numbers.expression import fixed
from ireval.numbers.number_texts import with_sign
from ireval.numbers.rounding import SAME
from ireval.trec.qrels import Qrels

#: The most documents that a sentence names.
NAMED = 3


@dataclass(frozen=True)
class DocumentChange:
    """A judged document in the lists of two systems: its ranks (0: not retrieved) and its share of each score."""

    docno: str
    grade: int
    ranks: tuple[int, int]
    parts: tuple[float, float] | None

    @property
    def part(self) -> float:
        """What the document adds to the difference, B minus A; 0 if the score is not a sum over documents."""
        return self.parts[1] - self.parts[0] if self.parts else 0.0


@dataclass(frozen=True)
class TopicDifference:
    """A topic: the scores of two systems, and the ``documents`` with different ranks, the most important first.

    If ``adds_up``, the parts of all documents add up to the difference.
    """

    topic: str
    scores: tuple[float, float]
    documents: tuple[DocumentChange, ...]
    adds_up: bool

    @property
    def difference(self) -> float:
        """The difference of the scores, B minus A; 0 if it is only a rounding error."""
        return float(differences_of(*np.array(self.scores)[:, None])[0])

    def sentence(self, a: str, b: str, places: int) -> Message:
        """A sentence that explains the difference between the systems with these names."""
        if self.difference == 0:
            return Message(
                "topic-no-difference" if any(d.ranks[0] != d.ranks[1] for d in self.documents) else "topic-same-ranks"
            )
        if not self.documents:
            return Message("topic-not-by-documents")
        if not self.adds_up:
            return self._moved(a, b)
        first = self.documents[0]
        values = {"part": signed(first.part, places), "whole": signed(self.difference, places)}
        step = _move(first, a, b)
        rest = self.difference - first.part
        if abs(rest) <= SAME:
            return Message("topic-one-document", values, move=step)
        if rest * self.difference < 0:
            return Message("topic-others-against", values, rest=signed(rest, places), move=step)
        return Message("topic-largest-part", values, move=step)

    def _moved(self, a: str, b: str) -> Message:
        moves = [
            Message("document-moved", docno=change.docno, old=_rank(change.ranks[0]), new=_rank(change.ranks[1]))
            for change in self.documents[:NAMED]
        ]
        more = len(self.documents) - NAMED
        if more > 0:
            moves.append(Message("more-documents-moved", count=more))
        return Message("topic-moved", a=a, b=b, moves=moves)


def topic_difference(
    topic: str, scores: tuple[float, float], qrels: Qrels, systems: tuple[RankedDocuments, RankedDocuments], rel: int
) -> TopicDifference:
    """Why two systems differ on a topic, by the judged documents of both."""
    place = qrels.place[topic]
    rows = slice(int(qrels.groups.starts[place]), int(qrels.groups.starts[place + 1]))
    ranks = np.stack([system.ranks[rows] for system in systems])
    parts = None
    if systems[0].parts is not None and systems[1].parts is not None:
        parts = np.stack([systems[0].parts[rows], systems[1].parts[rows]])
    differ = (qrels.grades[rows] >= rel) & (ranks[0] != ranks[1])
    between = scores[1] - scores[0]
    if parts is None:  # documents that differ at the highest ranks come first
        first, weight = np.zeros(len(differ)), np.ptp(1.0 / np.where(ranks > 0, ranks, np.inf), axis=0)
    else:  # documents that explain the direction of the difference come first
        part = parts[1] - parts[0]
        differ |= np.abs(part) > SAME
        first, weight = part * between <= 0, np.abs(part)
    found = np.flatnonzero(differ)
    order = found[np.lexsort((found, -weight[found], first[found]))]
    documents = tuple(
        DocumentChange(
            qrels.groups.docs[rows.start + int(i)],
            int(qrels.grades[rows.start + int(i)]),
            (int(ranks[0, i]), int(ranks[1, i])),
            None if parts is None else (float(parts[0, i]), float(parts[1, i])),
        )
        for i in order
    )
    adds_up = parts is not None and abs(float((parts[1] - parts[0]).sum()) - between) <= SAME
    return TopicDifference(topic, scores, documents, adds_up)


def signed(value: float, places: int) -> str:
    """A difference with its sign: ``+0.180``; a difference that is shown as 0 has no sign.

    >>> signed(0.18, 2), signed(-0.18, 2), signed(-0.001, 2)
    ('+0.18', '−0.18', '0.00')
    """
    return with_sign(value, fixed(abs(value), places))


def _move(change: DocumentChange, a: str, b: str) -> Message:
    old, new = change.ranks
    values: dict[str, object] = {"a": a, "b": b, "docno": change.docno, "old": old, "new": new}
    if old == new:
        return Message("counts-more" if change.part > 0 else "counts-less", values)
    if not old:
        return Message("found-only-by-b", values)
    return Message("found-at-another-rank" if new else "found-only-by-a", values)


def _rank(rank: int) -> object:
    return rank or Message("not-among-retrieved")
