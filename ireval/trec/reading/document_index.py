"""Documents of topics by number: finds rows by document, and documents that a topic lists twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ireval.trec.reading.memory import empty_array
from ireval.trec.reading.text_column import Ints, Keys, Texts, spread
from ireval.trec.reading.threads import in_threads

#: The number of cells of a block of topics, small enough for the processor's cache.
CELLS = 1 << 16
#: The most bits of a key that are replaced by the number of a row; with more rows in a topic, keys would be too short.
MOST_BITS = 16
_ROWS = 1 << 14
_SPREAD = np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True)
class Index:
    """Rows by document: in each topic ``keys`` ascend.

    Either ``rows`` has the row of each key, and ``slow`` says whether the keys are cryptographic (``slow_keys``). Or
    the index is packed: the lowest ``bits`` of a key are the number of its row in the topic, and the other bits are
    from the document's key. To sort these keys is faster than to sort rows by their keys.
    """

    keys: Keys
    rows: Ints | None
    bits: int
    slow: bool

    def rows_at(self, places: Ints, starts: Ints) -> Ints:
        """The rows at some places; ``starts`` has the first row of the topic of each place."""
        if self.rows is not None:
            return self.rows[places]
        return starts + (self.keys[places] & self.mask).astype(np.int64)

    @property
    def mask(self) -> np.uint64:
        """The bits of a key that belong to the number of the row."""
        return np.uint64((1 << self.bits) - 1)

    def find(self, low: Ints, high: Ints, wanted: Keys) -> Ints:
        """The places of the ``wanted`` keys, each searched from ``low`` up to ``high``; -1 if absent."""
        found = np.full(len(wanted), -1, dtype=np.int64)
        if self.rows is None:
            wanted = spread(wanted) & ~self.mask

        def search(start: int) -> None:  # a part that stays in the processor's cache
            part = slice(start, start + _ROWS)
            place, there = _lower_bound(self.keys, low[part], high[part], wanted[part])
            there &= (self.keys[np.minimum(place, len(self.keys) - 1)] & ~self.mask) == wanted[part]
            found[part] = np.where(there, place, -1)

        for _ in in_threads(search, range(0, len(wanted) if len(self.keys) else 0, _ROWS)):
            pass
        return found


def _lower_bound(keys: Keys, low: Ints, high: Ints, wanted: Keys) -> tuple[Ints, NDArray[np.bool_]]:
    """The first place from ``low`` on with a key that is not below the wanted one, and whether it is before ``high``.

    Binary search: the place is between ``low`` and ``left`` places after it.
    """
    left = high - low
    place = np.where(left > 0, low, 0)
    for _ in range(int(left.max(initial=0)).bit_length()):
        half = left >> 1
        place += half * (keys[place + half - (half > 0)] < wanted)
        left -= half
    place += (left > 0) & (keys[place] < wanted)
    return place, (left > 0) & (place < high)


def index_of(docs: Texts, starts: Ints, more: Keys | None = None, *, packed: bool = True) -> tuple[Index, Ints]:
    """The index of documents, and its places that have the same document as the place before.

    Topic ``t`` has the documents ``starts[t]`` to ``starts[t + 1]``. ``more`` distinguishes rows of the same document.
    Only if ``packed``, the index may be packed.
    """
    bits = int(np.diff(starts).max(initial=1) - 1).bit_length()
    for slow in (False, True):
        if packed and not slow and bits <= MOST_BITS:
            index, near = _packed_keys(docs, starts, more, bits)
        else:
            index, near = _sorted_keys(docs, starts, more, slow=slow)
        if not len(near):
            return index, near
        topic = starts[np.searchsorted(starts, near, side="right") - 1]
        first, second = index.rows_at(near - 1, topic), index.rows_at(near, topic)
        equal = docs.take(first).same(docs.take(second))
        if more is not None:
            equal &= more[first] == more[second]
        if equal.all():
            return index, near
    raise AssertionError("two hashes fail on the same texts")


def _sorted_keys(docs: Texts, starts: Ints, more: Keys | None, *, slow: bool) -> tuple[Index, Ints]:
    """The index, and its places whose document has the same key as the one before in its topic."""
    keys = docs.slow_keys() if slow else docs.keys()
    keys = keys if more is None else keys ^ more * _SPREAD
    rows = sort_within(keys, starts)
    index = Index(keys[rows], rows, 0, slow)
    same = np.append(False, index.keys[1:] == index.keys[:-1])[: len(keys)]
    same[starts[:-1][np.diff(starts) > 0]] = False
    return index, np.flatnonzero(same)


def _packed_keys(docs: Texts, starts: Ints, more: Keys | None, bits: int) -> tuple[Index, Ints]:
    index = Index(empty_array(len(docs), np.uint64), None, bits, slow=False)
    mask = index.mask

    def sort(block: tuple[slice | Ints, int]) -> Ints:
        rows, length = block
        keys = docs.take(rows).keys()
        table = spread(keys if more is None else keys ^ more[rows] * _SPREAD).reshape(-1, length)
        table &= ~mask
        table |= np.arange(length, dtype=np.uint64)
        table.sort(axis=1)
        index.keys[rows] = table.reshape(-1)
        near = (table[:, 1:] ^ table[:, :-1]) <= mask
        if not near.any():
            return np.zeros(0, np.int64)
        places = np.arange(rows.start, rows.stop) if isinstance(rows, slice) else rows
        return places.reshape(-1, length)[:, 1:][near]

    near = list(in_threads(sort, list(blocks_of(starts))))
    return index, np.sort(np.concatenate([np.zeros(0, np.int64), *near]))


def blocks_of(starts: Ints) -> Iterator[tuple[slice | Ints, int]]:
    """All rows in tables with one topic in each line, and the number of rows of each topic of a table.

    A table has topics with the same number of rows. The rows are a slice if they are consecutive.
    """
    lengths = np.diff(starts)
    for length in sorted(set(lengths[lengths > 0].tolist())):  # np.unique would import numpy.ma, which is slow
        topics = np.flatnonzero(lengths == length)
        step = max(1, CELLS // length)
        for i in range(0, len(topics), step):
            first = starts[topics[i : i + step]]
            if first[-1] - first[0] == length * (len(first) - 1):
                yield slice(int(first[0]), int(first[-1]) + length), length
            else:
                yield (first[:, None] + np.arange(length)).reshape(-1), length


def sort_within(column: NDArray[Any], starts: Ints) -> Ints:
    """The rows of each topic in ascending order of a column; equal values in any order."""
    order = np.empty(len(column), dtype=np.int64)

    def sort(block: tuple[slice | Ints, int]) -> None:
        rows, length = block
        order[rows] = np.argsort(column[rows].reshape(-1, length), axis=1).reshape(-1)

    for _ in in_threads(sort, list(blocks_of(starts))):
        pass
    order += np.repeat(starts[:-1], np.diff(starts))
    return order
