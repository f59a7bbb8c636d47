"""The contents of the page of a collection: its numbers, remarks about it, its runs and its topics."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import NamedTuple

from markupsafe import Markup

from ireval.collection.stored_collection import Collection, built_in
from ireval.collection.upload.collection_summary import CollectionSummary, RunSummary, summarize, summarize_run
from ireval.messages import say
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.messages.moments import moment
from web.store.library.library import LibraryEntry
from web.store.library.natural_order import natural_key
from web.store.library.topic_numbers import unjudged_topics

#: The topics on a page, and the topics without judgements that are named.
TOPICS = 100
#: With more runs than these, one of them is chosen for all topics.
MOST_LINKS = 4
#: The note on a run with topics that have no judgements.
_OTHER_TOPICS = "run-has-other-topics"


class TopicRow(NamedTuple):
    """A topic with its title, and the numbers of its judged and its relevant documents."""

    number: str
    title: str
    judged: int
    relevant: int


class RunRow(NamedTuple):
    """A run: its numbers, the shares of unjudged documents at the cutoffs, and remarks about it."""

    name: str
    topics: int
    retrieved: int
    depth: int
    tied: int
    unjudged: list[str]
    notes: list[str]


class CollectionPage:
    """A collection as its pages show it, with one page of its topics, from 1, which open in a ``run``."""

    def __init__(self, entry: LibraryEntry, number: int = 1, run: str = "") -> None:
        self._entry, self._collection = entry, entry.collection
        self.key, self.title = entry.key, entry.title
        self.pages = max(1, ceil(len(self._collection.qrels) / TOPICS))
        self.number = min(max(number, 1), self.pages)
        self._run, self.named = run, TOPICS

    @lazy_attribute
    def summary(self) -> CollectionSummary:
        """The collection in numbers."""
        stored = self._entry.stored
        return CollectionSummary.from_json(stored.summary) if stored else _summary_of_built_in()

    @property
    def expires(self) -> Markup | None:
        """When the collection is deleted; None for the built-in one."""
        return moment(self._entry.stored.expires) if self._entry.stored else None

    @property
    def figures(self) -> list[tuple[str, int]]:
        """The numbers of the collection, each with what it counts."""
        found = self.summary
        numbers = [("topics", found.topics), ("judged documents", found.judged), ("relevant", found.relevant)]
        numbers += [("texts", found.documents), ("assessors", len(found.assessors)), ("runs", len(found.runs))]
        return [(name, number) for name, number in numbers if number]

    @property
    def more_runs(self) -> list[str]:
        """The names of further runs, for experiments that need many systems."""
        return list(self._collection.more_runs)

    @property
    def grades(self) -> list[tuple[str, int]]:
        """Each grade with the number of its judgements; unjudged documents of the pool have no grade."""
        return [("not judged" if grade < 0 else str(grade), count) for grade, count in self.summary.grades.items()]

    @property
    def notes(self) -> list[str]:
        """Remarks about the collection."""
        return [say(note) for note in self.summary.notes]

    @property
    def runs(self) -> list[RunRow]:
        """The runs."""
        return [_run_row(run) for run in sorted(self.summary.runs, key=lambda run: natural_key(run.name))]

    @property
    def run(self) -> str:
        """The run in which all topics open, if there are too many for a link to each; otherwise empty."""
        names = [run.name for run in self.runs]
        if len(names) <= MOST_LINKS:
            return ""
        return self._run if self._run in names else names[0]

    @lazy_attribute
    def other_topics(self) -> dict[str, str]:
        """The topics without judgements, each with a run that has it; empty if none does."""
        runs = [run.name for run in self.summary.runs if any(note.key == _OTHER_TOPICS for note in run.notes)]
        return unjudged_topics(self._collection, sorted(runs, key=natural_key))

    @property
    def topics(self) -> list[TopicRow]:
        """The topics of this page."""
        start, known = (self.number - 1) * TOPICS, self._collection.topics
        rows = list(self._collection.qrels.items())[start : start + TOPICS]
        return [
            TopicRow(
                number,
                known[number].title or known[number].description if number in known else "",
                sum(grade >= 0 for grade in grades.values()),
                sum(grade > 0 for grade in grades.values()),
            )
            for number, grades in rows
        ]

    @property
    def first_document(self) -> str:
        """The number of the first document that has a text; empty if none has."""
        return next(iter(self._collection.documents), "")


def _run_row(run: RunSummary) -> RunRow:
    shares = [f"{count:,} of {of:,}" for count, of in run.unjudged.values()]
    notes = [say(note) for note in run.notes]
    return RunRow(run.name, run.topics, run.retrieved, run.depth, run.tied, shares, notes)


@cache
def _summary_of_built_in() -> CollectionSummary:
    found: Collection = built_in()
    runs = [summarize_run(name, run, found.qrels, found.documents) for name, run in sorted(found.runs.items())]
    topics = found.topics.values()
    return summarize(found.qrels, topics, found.documents, assessors=sorted(found.assessors), runs=runs)
