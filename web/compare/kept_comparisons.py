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
#: A row of judgements or runs: the text of a docno, where it is, and a score.
_ROW = 80
#: A judged document in a measure of a run: its rank, and what it contributes.
_DOCUMENT = 16
#: A topic in a measure of a run: its score as it was computed, and as it is compared.
_SCORE = 20
#: A topic in a measure of a pair: its difference, and what that is called.
_DIFFERENCE = 16
#: A topic of a pair: the overlap of the rankings. A topic of a run: its curve at eleven levels.
_OVERLAP, _CURVE = 200, 88
#: What each pair in each measure has besides, each run in each measure, and each run.
_PAIR, _RUN_IN_MEASURE, _RUN = 2_200, 900, 4_000


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
        size = bytes_of_sources(found) + bytes_of_results(found)
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


def bytes_of_sources(found: RunComparison) -> int:
    """What the judgements and runs take, which the comparison keeps alive."""
    return _ROW * (len(found.qrels.grades) + sum(len(run.scores) for run in found.runs))


def bytes_of_results(found: RunComparison) -> int:
    """What is computed of them: for each measure, for each pair of runs, and for their lists."""
    judged, topics = len(found.qrels.grades), len(found.qrels.topics)
    runs, measures = len(found.runs), len(found.measures)
    pairs = runs * (runs - 1) // 2
    by_measure = runs * (_RUN_IN_MEASURE + judged * _DOCUMENT + topics * _SCORE) + pairs * (
        _PAIR + topics * _DIFFERENCE
    )
    return measures * by_measure + runs * (_RUN + topics * _CURVE) + pairs * topics * _OVERLAP


def _is(one: object, other: object) -> bool:
    return one is other
