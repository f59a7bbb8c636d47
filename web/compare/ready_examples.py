"""Examples that are ready to open: equal means on different topics, and a test that does not pair topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from ireval.comparison.comparison import USUAL
from ireval.comparison.many_comparisons import UNEVEN_SEED, UNEVEN_TOPICS, randomised_tukey, unpaired_tukey
from ireval.comparison.measure_comparison import MeasureComparison, compare_scores
from ireval.comparison.pair_comparison import p_text
from ireval.comparison.plain_comparison import Row
from ireval.measure.spelling import parse
from ireval.numbers.expression import fixed
from web.charts.lists.distribution_chart import distribution_figure
from web.charts.lists.list_charts import Figure
from web.compare.part_files import PartFiles

_SYSTEMS = ("A", "B", "C")
#: The names of the two tests of the second example, and of its parts as files.
UNPAIRED = "Tukey\N{RIGHT SINGLE QUOTATION MARK}s HSD, unpaired"
PAIRED = "Tukey\N{RIGHT SINGLE QUOTATION MARK}s HSD, randomised over topics"
SCORES, TESTS, CHART = "pairing-scores", "pairing-tests", "pairing"
#: Decimals of the scores.
_PLACES = 2

#: Six lists of three documents. The steady system always has the only relevant document at rank 2; the other has it
#: first on every second topic, and does not find it on the others.
_STEADY = ("x hit y",) * 6
_ALL_OR_NOTHING = ("hit x y", "x y z") * 3


def equal_means() -> str:
    """The query of a comparison of two links: both systems have the same MAP, and on no topic the same AP."""
    return urlencode({"a": _lab_query(_STEADY), "b": _lab_query(_ALL_OR_NOTHING), "measures": USUAL})


def _lab_query(lists: Sequence[str]) -> str:
    """The query of a lab with a list for each topic, in which the document ``hit`` is relevant."""
    parts: dict[str, str] = {}
    for topic, documents in enumerate(lists, 1):
        number, names = "" if topic == 1 else str(topic), documents.split()
        labels = "".join("1" if name == "hit" else "0" for name in names)
        parts |= {f"labels{number}": labels, f"names{number}": ",".join(names)}
    return urlencode({**parts, "arrangement": "queries"}, safe=",")


@dataclass(frozen=True, eq=False)
class PairingExample:
    """The scores of three systems on ten topics, and the p-values of the first and the last by two tests."""

    measure: MeasureComparison
    unpaired: float
    paired: float
    better: int

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return _SYSTEMS

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The topics with the scores of the systems."""
        scores = zip(*(self.measure.scores[name].tolist() for name in _SYSTEMS), strict=True)
        both = zip(self.measure.topics, scores, strict=True)
        return [(topic, [fixed(score, _PLACES) for score in row]) for topic, row in both]

    @property
    def means(self) -> list[str]:
        """The means of the systems."""
        return [fixed(self.measure.means[name], 3) for name in _SYSTEMS]

    @property
    def tests(self) -> list[tuple[str, str]]:
        """Each test with its p-value."""
        return [(UNPAIRED, f"{self.unpaired:.3f}"), (PAIRED, p_text(self.paired))]

    @property
    def chart(self) -> Figure | None:
        """The scores, with a line for each topic."""
        return distribution_figure(self.measure, CHART, 3)

    @property
    def files(self) -> PartFiles:
        """The scores, the tests and the chart as files."""
        return PartFiles(
            {SCORES: lambda: self._score_rows, TESTS: lambda: self._test_rows},
            {CHART: lambda: self.chart},
            "",
            "",
            "compare.pairing_part",
        )

    @property
    def _score_rows(self) -> list[Row]:
        by_topic = zip(*(self.measure.scores[name].tolist() for name in _SYSTEMS), strict=True)
        rows = zip(self.measure.topics, by_topic, strict=True)
        return [{"topic": topic, **dict(zip(_SYSTEMS, scores, strict=True))} for topic, scores in rows]

    @property
    def _test_rows(self) -> list[Row]:
        both = ((UNPAIRED, self.unpaired), (PAIRED, self.paired))
        return [{"test": test, "run_a": _SYSTEMS[0], "run_b": _SYSTEMS[-1], "p": p} for test, p in both]


@cache
def pairing_example() -> PairingExample:
    """Return the example, which is computed when it is first needed."""
    topics = [str(i) for i in range(1, len(UNEVEN_TOPICS) + 1)]
    scores = dict(zip(_SYSTEMS, UNEVEN_TOPICS.T, strict=True))
    measure = compare_scores(parse(USUAL), topics, scores, test="sign-flip", seed=UNEVEN_SEED)
    return PairingExample(
        measure,
        float(unpaired_tukey(UNEVEN_TOPICS)[0, 2]),
        float(randomised_tukey(UNEVEN_TOPICS, UNEVEN_SEED)[0, 2]),
        int((UNEVEN_TOPICS[:, 2] > UNEVEN_TOPICS[:, 0]).sum()),
    )
