"""Comparisons of stored runs, kept in the process: to sort, open or download does not compute them again.

A comparison is found again by all that it depends on, the judgements and runs themselves included: if a collection
has changed, its comparisons are computed again. The comparison that was not used for the longest time makes room.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple

from ireval.comparison.comparison import RunComparison

#: The most bytes of all comparisons that are kept in a process, about.
MOST_BYTES = 96 * 2**20
#: What a row of judgements or runs takes, about: the text of a docno, where it is, a score, and what is computed of it.
_ROW_BYTES = 80


class _Kept(NamedTuple):
    sources: tuple[object, ...]
    comparison: RunComparison
    size: int


class KeptComparisons:
    """Comparisons by key, with at most ``most_bytes`` in all."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.size = 0
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable, sources: tuple[object, ...], compute: Callable[[], RunComparison]) -> RunComparison:
        """The comparison with this key and of these very sources; ``compute`` makes it, if it is not kept."""
        with self._lock:
            kept = self._kept.get(key)
            if kept and len(kept.sources) == len(sources) and all(map(_is, kept.sources, sources)):
                self._kept.move_to_end(key)
                return kept.comparison
        found = compute()
        size = _ROW_BYTES * (len(found.qrels.grades) + sum(len(run.scores) for run in found.runs))
        with self._lock:
            self._drop(key)
            self._kept[key] = _Kept(sources, found, size)
            self.size += size
            while self.size > self.most_bytes:
                self._drop(next(iter(self._kept)))
        return found

    def __len__(self) -> int:
        return len(self._kept)

    def _drop(self, key: Hashable) -> None:
        if dropped := self._kept.pop(key, None):
            self.size -= dropped.size


def _is(one: object, other: object) -> bool:
    return one is other
