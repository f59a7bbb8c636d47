"""A topic of a collection for the lab: the stored data, without a visitor's changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from ireval.collection.entries import Topic
from ireval.collection.stored_collection import Collection
from ireval.collection.topic_names import topics_by_number
from ireval.errors import InputError
from ireval.messages import Message
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE
from ireval.stdlib.lazy_attribute import lazy_attribute
from ireval.trec.rank_order import RankOrder, rank_rows
from ireval.trec.reading.text_column import Ints
from ireval.trec.runs import Run
from web.store.library.library import LibraryEntry
from web.store.library.topic_numbers import topic_numbers

#: An error names at most this many topics or runs.
MOST_NAMED = 12


@dataclass(frozen=True, eq=False)
class StoredTopic:
    """A topic of a library's ``entry``, judged by ``assessor``; if that is empty, with the main judgements.

    ``depth`` is how many documents of each run are listed, in the order ``by``.
    """

    entry: LibraryEntry
    number: str
    assessor: str
    depth: int
    by: RankOrder

    @property
    def collection(self) -> Collection:
        """The collection."""
        return self.entry.collection

    @lazy_attribute
    def topic(self) -> Topic:
        """The topic's texts, which may be empty."""
        topics, judged = self.collection.topics, self.collection.qrels
        found = topics.get(self.number)
        if found is None and self.number not in judged:  # only a run has it, perhaps with another spelling of its id
            left = [topic for topic in topics.values() if topic.number not in judged]
            found = topics_by_number(left, [self.number]).get(self.number)
        return found or Topic(self.number)

    @lazy_attribute
    def grades(self) -> Mapping[str, int]:
        """The grades of the judged documents, by docno; higher grades than the lab's highest are lowered to it."""
        return {docno: min(grade, TOP_GRADE) for docno, grade in self._judgements.items() if grade >= 0}

    @property
    def docnos_above_scale(self) -> list[str]:
        """The docnos of the documents with a grade above the lab's highest."""
        return [docno for docno, grade in self._judgements.items() if grade > TOP_GRADE]

    def grade(self, docno: str) -> int:
        """The stored grade of a document, ``UNJUDGED`` if it has none."""
        return self.grades.get(docno, UNJUDGED)

    @property
    def size(self) -> int | None:
        """How many documents the collection has; None if it is not known."""
        return len(self.collection.documents) or None

    @property
    def _judgements(self) -> Mapping[str, int]:
        chosen = self.collection.assessors[self.assessor] if self.assessor else self.collection.qrels
        return chosen.get(self.number, {})

    def stored_list(self, run: str) -> StoredList:
        """The list of a run. Raises ``InputError`` if the collection does not have the run."""
        runs = self.collection.all_runs
        if not runs:
            raise InputError("run", "no-run-to-show", collection=self.entry.title)
        name = run or next(iter(runs))
        if name not in runs:
            raise _unknown("run", "no-such-stored-run", name, list(runs))
        return StoredList(self, name, ranking(runs[name], self.number, self.by))


@dataclass(frozen=True, eq=False)
class StoredList:
    """The documents that a run retrieved for a topic: ``whole`` has all docnos by rank."""

    topic: StoredTopic
    run: str
    whole: tuple[str, ...]

    @property
    def docnos(self) -> tuple[str, ...]:
        """The docnos of the documents that are listed."""
        return self.whole[: self.topic.depth]

    def knows(self, docno: str) -> bool:
        """Whether this is a document of the collection, according to its texts, the topic's judgements and the run."""
        return docno in self.topic.grades or docno in self.topic.collection.documents or docno in self._all

    @lazy_attribute
    def _all(self) -> frozenset[str]:
        return frozenset(self.whole)


def find_topic(entry: LibraryEntry, number: str, assessor: str, depth: int, by: RankOrder) -> StoredTopic:
    """The topic with this number; without a number, the first one. Raises ``InputError`` that names the known ones."""
    chosen = number or next(iter(topic_numbers(entry.collection)), "")
    if not _has_topic(entry.collection, chosen):
        raise _unknown("topic", "no-such-topic", chosen, topic_numbers(entry.collection))
    if assessor and assessor not in entry.collection.assessors:
        raise _unknown("assessor", "no-such-assessor", assessor, list(entry.collection.assessors))
    return StoredTopic(entry, chosen, assessor, depth, by)


def _has_topic(collection: Collection, number: str) -> bool:
    """Whether a topic has judgements, a text, or documents in a run. Runs are read only if nothing else has it."""
    if number in collection.qrels or number in topic_numbers(collection):
        return True
    return any(number in run.topics for run in collection.all_runs.values())


def _unknown(field: str, key: str, text: str, known: list[str]) -> InputError:
    named = [*known[:MOST_NAMED], "…"] if len(known) > MOST_NAMED else known
    return InputError(field, key, text=text, hint=Message("choose-one-of", names=named))


_rows: WeakKeyDictionary[Run, dict[RankOrder, Ints]] = WeakKeyDictionary()


def ranking(run: Run, topic: str, by: RankOrder) -> tuple[str, ...]:
    """The docnos that a run retrieved for a topic, by rank; empty if it lacks the topic."""
    if topic not in run.topics:
        return ()
    place = run.topics.index(topic)
    orders = _rows.setdefault(run, {})
    if by not in orders:
        orders[by] = rank_rows(run, by).by_rank(np.arange(len(run.scores)))
    rows = orders[by][run.groups.starts[place] : run.groups.starts[place + 1]]
    return tuple(run.groups.docs[row] for row in rows.tolist())
