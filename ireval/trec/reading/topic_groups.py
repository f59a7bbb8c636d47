"""Rows grouped by topic, in which each document is listed once and is found by its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ireval.trec.reading.columns import Factor
from ireval.trec.reading.text_column import Ints, Keys, Texts
from ireval.trec.reading.threads import in_threads

#: Cells of a block of topics that are processed at a time: few enough to stay in the processor's cache.
CELLS = 1 << 18
_ROWS = 1 << 14


@dataclass(frozen=True)
class Index:
    """Rows by document: in each topic ``keys`` ascend, and ``rows`` has the row of each key.

    ``slow`` is whether the keys are cryptographic (``slow_keys``).
    """

    keys: Keys
    rows: Ints
    slow: bool


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
    def by(cls, topic: Factor, docs: Texts) -> TopicGroups:
        """The rows of a file grouped by its column ``topic``."""
        codes = topic.codes
        changes = np.flatnonzero(codes[1:] != codes[:-1]) + 1
        first = np.concatenate([[0], changes]) if len(codes) else np.zeros(0, np.int64)
        if len(first) == len(topic.values):  # no topic is interrupted by another
            starts = np.append(first, len(codes)).astype(np.int64)
            return cls([topic.values[code] for code in codes[first].tolist()], starts, docs, None)
        order = np.argsort(codes, kind="stable")
        counts = np.bincount(codes, minlength=len(topic.values))
        return cls(topic.values, np.append(0, np.cumsum(counts)).astype(np.int64), docs.take(order), order)

    def in_place(self, column: NDArray[Any]) -> NDArray[Any]:
        """A column of the file in the order of these rows."""
        return column if self.order is None else column[self.order]

    def row_in_file(self, row: int) -> int:
        """The row of the file that this row was."""
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

    def blocks(self) -> Iterator[tuple[slice | Ints, int]]:
        """All rows in tables with one topic in each line, and the number of rows of each topic of a table.

        A table has topics with the same number of rows. The rows are a slice if they are consecutive.
        """
        lengths = self.lengths
        for length in sorted(set(lengths[lengths > 0].tolist())):  # np.unique would import numpy.ma, which is slow
            topics = np.flatnonzero(lengths == length)
            step = max(1, CELLS // length)
            for i in range(0, len(topics), step):
                first = self.starts[topics[i : i + step]]
                if first[-1] - first[0] == length * (len(first) - 1):
                    yield slice(int(first[0]), int(first[-1]) + length), length
                else:
                    yield (first[:, None] + np.arange(length)).reshape(-1), length

    def sorted(self, column: NDArray[Any]) -> Ints:
        """The rows of each topic in ascending order of a column; equal values in any order."""
        order = np.empty(len(column), dtype=np.int64)

        def sort(block: tuple[slice | Ints, int]) -> None:
            rows, length = block
            order[rows] = np.argsort(column[rows].reshape(-1, length), axis=1).reshape(-1)

        for _ in in_threads(sort, list(self.blocks())):
            pass
        order += np.repeat(self.starts[:-1], self.lengths)
        return order

    def index(self, more: Keys | None = None) -> tuple[Index, Ints]:
        """The rows by document, and the places of the index that have the same document as the place before.

        ``more`` distinguishes rows of the same document.
        """
        for slow in (False, True):
            found = self._build_index(self.docs.slow_keys() if slow else self.docs.keys(), more, slow)
            again = self._repetitions(found, more)
            if again is not None:
                return found, again
        raise AssertionError("two hashes fail on the same texts")

    def topic_of(self, row: int) -> str:
        """The topic of a row."""
        return self.topics[int(np.searchsorted(self.starts, row, side="right")) - 1]

    def first_repetition(self, index: Index, again: Ints) -> tuple[int, int]:
        """The two rows of the repetition that comes first in the file, of all places that repeat a document."""
        pairs = np.stack([index.rows[again - 1], index.rows[again]], axis=1)
        in_file = pairs if self.order is None else self.order[pairs]
        first = int(np.argmin(in_file.max(axis=1)))
        low, high = pairs[first][np.argsort(in_file[first])].tolist()
        return low, high

    def _build_index(self, keys: Keys, more: Keys | None, slow: bool) -> Index:
        keys = keys if more is None else keys ^ more * np.uint64(0xD6E8FEB86659FD93)
        rows = self.sorted(keys)
        return Index(keys[rows], rows, slow)

    def _repetitions(self, index: Index, more: Keys | None) -> Ints | None:
        """The places with the same document as the place before; None if two documents have the same key."""
        same = np.zeros(len(index.keys), dtype=bool)
        same[1:] = index.keys[1:] == index.keys[:-1]
        same[self.starts[:-1][self.lengths > 0]] = False
        again = np.flatnonzero(same)
        first, second = index.rows[again - 1], index.rows[again]
        equal = self.docs.take(first).same(self.docs.take(second))
        if more is not None:
            equal &= more[first] == more[second]
        return again if equal.all() else None


def find(index: Index, low: Ints, high: Ints, wanted: Keys) -> Ints:
    """The places of the ``wanted`` keys in ``index``, each searched from ``low`` up to ``high``; -1 if absent."""
    found = np.full(len(wanted), -1, dtype=np.int64)
    for start in range(0, len(wanted) if len(index.keys) else 0, _ROWS):  # a part that stays in the processor's cache
        part = slice(start, start + _ROWS)
        found[part] = _find(index.keys, low[part], high[part], wanted[part])
    return found


def _find(keys: Keys, low: Ints, high: Ints, wanted: Keys) -> Ints:
    """Binary search: the place is between ``low`` and ``left`` places after it."""
    left = high - low
    place = np.where(left > 0, low, 0)
    for _ in range(int(left.max(initial=0)).bit_length()):
        half = left >> 1
        place += half * (keys[place + half - (half > 0)] < wanted)
        left -= half
    place += (left > 0) & (keys[place] < wanted)
    there = (left > 0) & (place < high) & (keys[np.minimum(place, len(keys) - 1)] == wanted)
    return np.where(there, place, -1)
