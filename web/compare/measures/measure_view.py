"""One measure of a comparison, as the page shows it: sentences, the runs, a chart, and the pairs or a table of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.pair_comparison import cannot_find, p_text, test_name
from ireval.comparison.plain_comparison import PLACES, Row, pair_rows, run_rows
from ireval.comparison.significance import LEVEL
from ireval.comparison.topic_differences import signed
from ireval.evaluation.results import score_text
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.distribution_chart import distribution_figure
from web.charts.lists.list_charts import Figure
from web.compare.measures.pair_page import PairPage
from web.compare.measures.pair_view import Pair
from web.compare.measures.topic_steps import pair_key
from web.files.figure_files import FileLink
from web.state.texts.score_texts import DASH

#: With more runs than this, no chart shows all of them.
MOST_DRAWN = 5


class MeasureView:
    """One measure: its sentences, the runs, and each pair of them; its ``number`` is counted from 0.

    ``key`` is the beginning of its parts' names.
    """

    def __init__(self, page: PairPage, measure: MeasureComparison, number: int) -> None:
        self.key = f"m{number + 1}"
        self.name = measure.name
        self.count = len(measure.topics)
        self.notes = [say(note) for note in measure.topic_notes()]
        pairs = measure.pairs if measure.topics else ()
        self._pairs = [Pair(page, measure, pair, pair_key(number, i)) for i, pair in enumerate(pairs)]
        self.pairs = [pair for pair in self._pairs if not page.is_table or pair.key == page.request.pair]
        self.table = PairTable(measure, self._pairs) if page.is_table and pairs else None
        self._page, self._measure = page, measure

    @property
    def systems(self) -> list[tuple[str, list[str]]]:
        """Each run with its mean and its distribution: minimum, quartiles, maximum."""
        if not self._measure.topics:
            return []
        means, quartiles = self._measure.means, self._measure.quartiles
        return [
            (name, [score_text(mean, "", PLACES), *(fixed(x, PLACES) for x in quartiles[name])])
            for name, mean in means.items()
        ]

    @lazy_attribute
    def chart(self) -> Figure | None:
        """The scores of all topics, run beside run."""
        if len(self._measure.scores) > MOST_DRAWN:
            return None
        return distribution_figure(self._measure, f"{self.key}-scores", PLACES)

    @property
    def run_rows(self) -> list[Row]:
        """The runs as rows of a file."""
        return run_rows(self._measure, self._page.conventions)

    @property
    def all_pairs(self) -> list[Pair]:
        """All pairs, including those that are not shown."""
        return self._pairs

    def links(self, part: str) -> list[FileLink]:
        """The links to the files of a part of the measure."""
        return self._page.files.links(f"{self.key}-{part}")


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
        """In how many pairs the test in use finds a difference, and over how many comparisons it is corrected."""
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
        """The pairs as rows of a file, with all tests."""
        return pair_rows(self._measure)

    def _row(self, shown: Pair) -> PairRow:
        pair, test = shown.pair, self._measure.test
        around = DASH if pair.interval is None else " to ".join(signed(x, PLACES) for x in pair.interval)
        effect = DASH if pair.effect_size is None else signed(pair.effect_size, 2)
        counts = f"{pair.wins} / {pair.ties} / {pair.losses}"
        p = pair.holm.get(test)
        texts = (signed(pair.mean_difference, PLACES), around, counts, effect, DASH if p is None else p_text(p))
        return PairRow(shown.key, shown.title, texts, p is not None and p < LEVEL)
