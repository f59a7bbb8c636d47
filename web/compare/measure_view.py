"""One measure of a comparison, as the page shows it: sentences, the runs, a chart, and the pairs."""

from __future__ import annotations

from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.plain_comparison import PLACES, Row, run_rows
from ireval.evaluation.results import score_text
from ireval.messages import say
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.compare.pair_table import PairTable
from web.compare.pair_view import Pair, Surroundings
from web.compare.topic_steps import pair_key
from web.downloads.figure_files import FileLink
from web.lists.distribution_chart import distribution_figure
from web.lists.list_charts import Figure

#: The most runs of which charts show all together.
MOST_DRAWN = 5


class Measured:
    """One measure: its sentences, the runs, and each pair of them; its ``number`` is counted from 0.

    ``key`` is the beginning of its parts' names.
    """

    def __init__(self, page: Surroundings, measure: MeasureComparison, number: int) -> None:
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
        """All pairs, also those that are not shown."""
        return self._pairs

    def links(self, part: str) -> list[FileLink]:
        """The links to the files of a part of the measure."""
        return self._page.files.links(f"{self.key}-{part}")
