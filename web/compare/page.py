"""The contents of the page of a comparison: sentences, tables and charts, measure by measure."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

from ireval.comparison.plain_comparison import PLACES, Row, csv_text, mean_overlap, overlap_rows
from ireval.comparison.ranking_overlap import HEADS
from ireval.evaluation.mean_notes import topic_names
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure
from web.compare.compared_links import LinkComparison
from web.compare.comparison_request import ComparisonRequest
from web.compare.convention_fields import Convention, conventions_in_force, conventions_line
from web.compare.measures.measure_view import MOST_DRAWN, MeasureView
from web.compare.measures.pair_charts import curves_figure
from web.compare.measures.pair_page import PairPage
from web.compare.measures.topic_steps import TopicSteps
from web.compare.part_files import PartFiles
from web.state.texts.score_texts import DASH

#: The names of the parts that do not belong to one measure.
CURVES, OVERLAP = "average-curves", "overlap"


class ComparePage(PairPage):
    """The page of a comparison of runs, or of links to the lab."""

    @property
    def of_links(self) -> bool:
        """Whether links to the lab are compared."""
        return isinstance(self.comparison, LinkComparison)

    @property
    def _specs(self) -> list[Spec]:
        return [measure.spec for measure in self.comparison.measures]

    @property
    def conventions_line(self) -> str:
        """The preset and the conventions that differ from it."""
        return conventions_line(self._as_compared, self._specs)

    @property
    def conventions_in_force(self) -> list[Convention]:
        """The conventions that matter here."""
        return conventions_in_force(self._as_compared, self._specs)

    @property
    def _as_compared(self) -> ComparisonRequest:
        """The request with the conventions of the comparison; if links are compared, those of the first link."""
        if not isinstance(self.comparison, LinkComparison):
            return self.request
        return self.request.under(self.comparison.state.preset, self.comparison.state.overrides)

    @lazy_attribute
    def measures(self) -> list[MeasureView]:
        """The measures."""
        return [MeasureView(self, measure, i) for i, measure in enumerate(self.comparison.measures)]

    @lazy_attribute
    def curves(self) -> Figure | None:
        """The average curves."""
        return curves_figure(self.found, CURVES) if self.found and len(self.found.names) <= MOST_DRAWN else None

    @property
    def overlap_heads(self) -> tuple[str, ...]:
        """The heads of the columns of the overlap."""
        return HEADS

    @property
    def overlap(self) -> list[tuple[str, str, str]]:
        """Each pair of runs with the means of Jaccard's coefficient and RBO; empty if documents have no names."""
        rows = []
        for (a, b), by_topic in self.found.overlaps.items() if self.found else ():
            means = mean_overlap(by_topic)
            jaccard, rbo = (DASH if x is None else fixed(x, PLACES) for x in (means["jaccard"], means["rbo"]))
            rows.append((f"{a}, {b}", jaccard, rbo))
        return rows

    @property
    def notes(self) -> list[str]:
        """Notes on topics that runs lack, on topics without judgements, and on why reasons are missing."""
        found = [] if self.found else [say(Message("links-without-names"))]
        if self.is_table:
            found.append(say(Message("pairs-in-a-table", count=self._pairs_in_all)))
            found.append(say(Message("pairs-on-demand" if self.linked else "pairs-without-details")))
        if self.found and len(self.found.names) > MOST_DRAWN:
            found.append(say(Message("charts-of-few-runs", most=MOST_DRAWN)))
        for run in self.found.evaluations if self.found else ():
            for key, topics in (("run-lacks-topics", run.missing), ("run-has-unjudged-topics", run.unjudged)):
                if topics:
                    found.append(say(Message(key, run=run.name, topics=topic_names(topics))))
        return found

    @property
    def meaning(self) -> str:
        """A sentence on the meaning of a p-value."""
        return say(Message("meaning-of-p"))

    @lazy_attribute
    def steps(self) -> TopicSteps | None:
        """The step tables of the requested topic. Raises ``InputError`` if it is not compared."""
        if not self.request.topic or not self.found:
            return None
        return TopicSteps(self.found, self.request.pair, self.request.topic, self.titles)

    def check(self) -> None:
        """Raise ``InputError`` for what the page cannot show, before it is drawn."""
        assert self.request.sort  # noqa: S101 - reading it is the check
        assert self.steps or not self.request.topic or not self.found  # noqa: S101

    def plain_text(self, ending: str) -> str:
        """Return a comparison of documents without names as CSV or JSON."""
        if ending == "csv":
            return csv_text([row for measure in self.measures for pair in measure.pairs for row in pair.topic_rows])
        assert isinstance(self.comparison, LinkComparison)  # noqa: S101
        return json.dumps(self.comparison.plain(), indent=2) + "\n"

    @lazy_attribute
    def files(self) -> PartFiles:
        """The files of all parts."""
        tables: dict[str, Callable[[], Sequence[Row]]] = {}
        charts: dict[str, Callable[[], Figure | None]] = {CURVES: lambda: self.curves}
        if self.found and (self.linked or not self.is_table):
            tables[OVERLAP] = partial(overlap_rows, self.found)
        for measure in self.measures:
            tables[f"{measure.key}-runs"] = partial(getattr, measure, "run_rows")
            charts[f"{measure.key}-scores"] = partial(getattr, measure, "chart")
            if measure.table:
                tables[f"{measure.key}-pairs"] = partial(getattr, measure.table, "rows")
            for pair in measure.all_pairs:
                tables[f"{pair.key}-tests"] = partial(getattr, pair, "test_rows")
                tables[f"{pair.key}-topics"] = partial(getattr, pair, "topic_rows")
                charts[f"{pair.key}-differences"] = partial(getattr, pair, "chart")
        return PartFiles(tables, charts, self.request.query() if self.linked else None, self.conventions_line)
