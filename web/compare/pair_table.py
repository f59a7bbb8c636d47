"""Very many pairs of runs in one measure, as the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.pair_comparison import cannot_find, p_text, test_name
from ireval.comparison.plain_comparison import PLACES, Row, pair_rows
from ireval.comparison.significance import LEVEL
from ireval.comparison.topic_differences import signed
from ireval.messages import Message, say
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.compare.pair_view import Pair
from web.lists.score_texts import DASH


class PairRow(NamedTuple):
    """A pair: its key and title, and the texts of its numbers; ``found`` is whether the test in use finds a difference.

    The numbers are the mean difference, the interval, wins, ties and losses, the effect size, and p by Holm.
    """

    key: str
    title: str
    numbers: tuple[str, ...]
    found: bool


class PairTable:
    """All pairs of a measure in the test in use."""

    def __init__(self, measure: MeasureComparison, pairs: Sequence[Pair]) -> None:
        self._measure, self._pairs = measure, pairs
        self.test = test_name(measure.test)

    @property
    def sentence(self) -> str:
        """In how many pairs the test in use finds a difference, and among which comparisons it is corrected."""
        test, pairs = self._measure.test, self._measure.pairs
        found = sum(row.found for row in self.shown)
        unable = sum(cannot_find(test, pair) for pair in pairs)
        first = pairs[0]
        corrected = Message("p-by-holm", count=first.comparisons, family=first.family)
        values: dict[str, object] = {"test": self.test, "level": LEVEL, "count": len(pairs), "corrected": corrected}
        key = "pairs-with-a-difference" if not unable else "pairs-with-a-difference-and-unable"
        return say(Message(key, values, found=found, unable=unable))

    @lazy_attribute
    def shown(self) -> list[PairRow]:
        """The rows as texts."""
        return [self._row(pair) for pair in self._pairs]

    @property
    def rows(self) -> list[Row]:
        """The same as rows of a file, with all tests."""
        return pair_rows(self._measure)

    def _row(self, shown: Pair) -> PairRow:
        pair, test = shown.pair, self._measure.test
        around = DASH if pair.interval is None else " to ".join(signed(x, PLACES) for x in pair.interval)
        effect = DASH if pair.effect_size is None else signed(pair.effect_size, 2)
        counts = f"{pair.wins} / {pair.ties} / {pair.losses}"
        p = pair.holm.get(test)
        texts = (signed(pair.mean_difference, PLACES), around, counts, effect, DASH if p is None else p_text(p))
        return PairRow(shown.key, shown.title, texts, p is not None and p < LEVEL)
