"""Rows grouped by topic, in the order of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ireval.numbers.arrays import Bools
from ireval.trec.reading.columns import Sections
from ireval.trec.reading.document_index import Index, index_of
from ireval.trec.reading.text_column import Ints, Keys, Texts


@dataclass(frozen=True, eq=False)
class TopicGroups:
    """Rows topic by topic: topic ``t`` has rows ``starts[t]`` to ``starts[t + 1]``, in the order of the file.

    ``docs`` are the document numbers. ``order`` has the row of the file for each row; None if all rows are in the order
    of the file.
    """

    topics: list[str]
    starts: Ints
    docs: Texts
    order: Ints | None

    @classmethod
    def by(cls, topic: Sections, docs: Texts) -> TopicGroups:
        """The rows of a file grouped by its column ``topic``."""
        if len(topic.first) == len(topic.values):  # the rows of each topic are consecutive
            starts = np.append(topic.first, topic.length)
            return cls([topic.values[code] for code in topic.codes.tolist()], starts, docs, None)
        by_topic = np.argsort(topic.codes, kind="stable")
        first, lengths = topic.first[by_topic], topic.lengths[by_topic]
        order = np.arange(topic.length) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
        counts = np.bincount(topic.codes, topic.lengths, len(topic.values)).astype(np.int64)
        return cls(topic.values, np.append(0, np.cumsum(counts)), docs.take(order), order)

    def in_place(self, column: NDArray[Any]) -> NDArray[Any]:
        """A column of the file in the order of these rows."""
        return column if self.order is None else column[self.order]

    def row_in_file(self, row: int) -> int:
        """The number of this row in the file."""
        return row if self.order is None else int(self.order[row])

    def to_dict(self, column: NDArray[Any]) -> dict[str, dict[str, Any]]:
        """Plain dicts: topic to docno to the value of a column, which has the order of these rows."""
        docs, values, starts = self.docs.tolist(), column.tolist(), self.starts.tolist()
        return {
            topic: dict(zip(docs[a:b], values[a:b], strict=True))
            for topic, a, b in zip(self.topics, starts, starts[1:], strict=False)
        }

    @property
    def lengths(self) -> Ints:
        """The number of rows of each topic."""
        return np.diff(self.starts)

    def rows_of(self, topics: Ints) -> Ints:
        """The rows of some topics, topic by topic."""
        lengths = self.lengths[topics]
        before = np.cumsum(lengths) - lengths
        rows: Ints = np.arange(int(lengths.sum())) + np.repeat(self.starts[topics] - before, lengths)
        return rows

    def topic_numbers(self, rows: Ints) -> Ints:
        """The number of the topic of each row."""
        return np.searchsorted(self.starts, rows, side="right") - 1

    def are_first(self, rows: Ints) -> Bools:
        """Whether each row is the first one of its topic."""
        first: Bools = self.starts[self.topic_numbers(rows)] == rows
        return first

    def index(self, more: Keys | None = None) -> tuple[Index, Ints]:
        """The rows by document, and the places of the index that have the same document as the place before.

        ``more`` distinguishes rows of the same document.
        """
        return index_of(self.docs, self.starts, more)

    def by_document(self) -> tuple[Ints, Ints]:
        """The rows of each topic, sorted by document, and the places whose document equals the one before."""
        index, again = index_of(self.docs, self.starts, packed=False)
        return self.rows_at(index, np.arange(len(self.docs))), again

    def rows_at(self, index: Index, places: Ints) -> Ints:
        """The rows at some places of the index of these rows."""
        return index.rows_at(places, self.starts[self.topic_numbers(places)])

    def topic_of(self, row: int) -> str:
        """The topic of a row."""
        return self.topics[int(self.topic_numbers(np.array([row]))[0])]

    def first_repetition(self, index: Index, again: Ints) -> tuple[int, int]:
        """The two rows of the first repetition in the file; ``again`` are all places that repeat a document."""
        pairs = np.stack([self.rows_at(index, again - 1), self.rows_at(index, again)], axis=1)
        in_file = pairs if self.order is None else self.order[pairs]
        first = int(np.argmin(in_file.max(axis=1)))
        low, high = pairs[first][np.argsort(in_file[first])].tolist()
        return low, high
