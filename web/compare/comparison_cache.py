"""A cache of comparisons of stored runs in each process: sorting, opening or downloading does not compute them again.

The key of a comparison has everything that it depends on, and the judgements and runs must be the same objects: if a
collection has changed, its comparisons are computed again. If there is no room, the least recently used one is removed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple

from ireval.comparison.comparison import RunComparison

#: The most bytes of all cached comparisons in a process, roughly.
MOST_BYTES = 96 * 2**20
#: Bytes of a row of judgements or runs: the text of a docno, a reference to it, and a score.
_ROW = 80
#: Bytes of a judged document in a measure of a run: its rank and its contribution.
_DOCUMENT = 16
#: Bytes of a topic in a measure of a run: its computed score, and the score that is compared.
_SCORE = 20
#: Bytes of a topic in a measure of a pair: its difference, and the outcome in a word.
_DIFFERENCE = 16
#: Bytes of a topic of a pair: the overlap of the rankings; and of a topic of a run: its curve at eleven levels.
_OVERLAP, _CURVE = 200, 88
#: Further bytes of each pair in each measure, of each run in each measure, and of each run.
_PAIR, _RUN_IN_MEASURE, _RUN = 2_200, 900, 4_000


class _Entry(NamedTuple):
    sources: tuple[object, ...]
    comparison: RunComparison
    size: int


class ComparisonCache:
    """Comparisons by key, which take at most ``most_bytes`` in all."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.size = 0
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable, sources: tuple[object, ...], compute: Callable[[], RunComparison]) -> RunComparison:
        """Return the cached comparison with this key and the same ``sources``, otherwise what ``compute`` returns."""
        with self._lock:
            entry = self._entries.get(key)
            if entry and len(entry.sources) == len(sources) and all(map(_is, entry.sources, sources)):
                self._entries.move_to_end(key)
                return entry.comparison
        found = compute()
        size = bytes_of_sources(found) + bytes_of_results(found)
        with self._lock:
            self._drop(key)
            self._entries[key] = _Entry(sources, found, size)
            self.size += size
            while self.size > self.most_bytes:
                self._drop(next(iter(self._entries)))
        return found

    def __len__(self) -> int:
        return len(self._entries)

    def _drop(self, key: Hashable) -> None:
        if dropped := self._entries.pop(key, None):
            self.size -= dropped.size


def bytes_of_sources(found: RunComparison) -> int:
    """Return the size of the judgements and runs, which stay in memory with their comparison, in bytes."""
    return _ROW * (len(found.qrels.grades) + sum(len(run.scores) for run in found.runs))


def bytes_of_results(found: RunComparison) -> int:
    """Return the size of the results of a comparison: for each measure, pair of runs and ranked list, in bytes."""
    judged, topics = len(found.qrels.grades), len(found.qrels.topics)
    runs, measures = len(found.runs), len(found.measures)
    pairs = runs * (runs - 1) // 2
    by_measure = runs * (_RUN_IN_MEASURE + judged * _DOCUMENT + topics * _SCORE) + pairs * (
        _PAIR + topics * _DIFFERENCE
    )
    return measures * by_measure + runs * (_RUN + topics * _CURVE) + pairs * topics * _OVERLAP


def _is(one: object, other: object) -> bool:
    return one is other
