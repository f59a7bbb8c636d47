"""What the page of a comparison shows: sentences, tables and charts, measure by measure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import url_for

from ireval.comparison.comparison import RunComparison
from ireval.comparison.plain_comparison import PLACES, Row, csv_text, mean_overlap, overlap_rows
from ireval.comparison.ranking_overlap import HEADS
from ireval.evaluation.mean_notes import topic_names
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure
from web.compare.compared_links import LinkComparison
from web.compare.comparison_request import ALL, ComparisonRequest
from web.compare.convention_fields import Convention, conventions_in_force, conventions_line
from web.compare.lab_links import lab_link, stored_link
from web.compare.measures.measure_view import MOST_DRAWN, Measured
from web.compare.measures.pair_charts import curves_figure
from web.compare.measures.pair_view import Head
from web.compare.measures.topic_steps import TopicSteps
from web.compare.part_files import PartFiles
from web.compare.work_limit import MOST_OPEN
from web.state.texts.score_texts import DASH
from web.store.library.library import BUILT_IN, FIELD

#: The names of the parts that are not of one measure.
CURVES, OVERLAP = "average-curves", "overlap"


@dataclass(frozen=True, eq=False)
class ComparePage:
    """The page of a comparison of runs, or of links to the lab. ``titles`` are those of topics.

    It is ``linked`` if its address says all; files that are sent have no address.
    """

    comparison: RunComparison | LinkComparison
    request: ComparisonRequest
    linked: bool
    titles: Mapping[str, str]

    @property
    def found(self) -> RunComparison | None:
        """The comparison with its documents; None where documents have no names."""
        return self.comparison.whole if isinstance(self.comparison, LinkComparison) else self.comparison

    @property
    def of_links(self) -> bool:
        """Whether links to the lab are compared."""
        return isinstance(self.comparison, LinkComparison)

    @property
    def conventions(self) -> Mapping[str, Any]:
        """The conventions in force."""
        if isinstance(self.comparison, LinkComparison):
            return self.comparison.state.conventions
        return self.comparison.conventions

    @property
    def shows_all(self) -> bool:
        """Whether all topics are shown, which they are where no address could ask for them."""
        return self.request.shows_all or not self.linked

    @property
    def _specs(self) -> list[Spec]:
        return [measure.spec for measure in self.comparison.measures]

    @property
    def conventions_line(self) -> str:
        """The preset, and what differs from it."""
        return conventions_line(self._as_compared, self._specs)

    @property
    def conventions_in_force(self) -> list[Convention]:
        """The conventions that matter here."""
        return conventions_in_force(self._as_compared, self._specs)

    @property
    def _as_compared(self) -> ComparisonRequest:
        """The request with the conventions of the comparison: those of links are the first link's."""
        if not isinstance(self.comparison, LinkComparison):
            return self.request
        return self.request.under(self.comparison.state.preset, self.comparison.state.overrides)

    @lazy_attribute
    def measures(self) -> list[Measured]:
        """The measures."""
        return [Measured(self, measure, i) for i, measure in enumerate(self.comparison.measures)]

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
        """Each pair of runs with the means of Jaccard's coefficient and RBO; empty where documents have no names."""
        rows = []
        for (a, b), by_topic in self.found.overlaps.items() if self.found else ():
            means = mean_overlap(by_topic)
            jaccard, rbo = (DASH if x is None else fixed(x, PLACES) for x in (means["jaccard"], means["rbo"]))
            rows.append((f"{a}, {b}", jaccard, rbo))
        return rows

    @property
    def notes(self) -> list[str]:
        """Which topics runs lack, which have no judgements, and why no sentence says why lists differ."""
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
        """What a p-value means."""
        return say(Message("meaning-of-p"))

    @lazy_attribute
    def steps(self) -> TopicSteps | None:
        """The step tables of the topic that was asked for. Raises ``InputError`` if they are not compared."""
        if not self.request.topic or not self.found:
            return None
        return TopicSteps(self.found, self.request.pair, self.request.topic, self.titles)

    def check(self) -> None:
        """Raise ``InputError`` for what the page cannot show, before it is drawn."""
        assert self.request.sort  # noqa: S101 - reading it is the check
        assert self.steps or not self.request.topic or not self.found  # noqa: S101

    def plain_text(self, ending: str) -> str:
        """A comparison of documents without names, as CSV or JSON."""
        if ending == "csv":
            return csv_text([row for measure in self.measures for pair in measure.pairs for row in pair.topic_rows])
        assert isinstance(self.comparison, LinkComparison)  # noqa: S101
        return json.dumps(self.comparison.plain(), indent=2) + "\n"

    @property
    def tables(self) -> int:
        """How many tables of topics the page has."""
        return 1 if self.is_table else self._pairs_in_all

    @property
    def is_table(self) -> bool:
        """Whether there are so many pairs that they are the rows of a table, and one is shown on demand."""
        return self._pairs_in_all > MOST_OPEN

    @property
    def _pairs_in_all(self) -> int:
        return sum(len(measure.pairs) for measure in self.comparison.measures)

    @property
    def all_topics(self) -> str:
        """The query that shows all topics."""
        return f"?{self.request.query(topics=ALL)}"

    def link(self, spec: Spec, names: tuple[str, str], topic: str) -> str:
        """Where both lists of a topic are in the lab; empty if it cannot hold them."""
        if isinstance(self.comparison, LinkComparison):
            query = self.comparison.lab_query(spec, topic)
        elif self.linked:
            query = stored_link(self.comparison, spec, names, topic, self.request.given.get(FIELD, BUILT_IN))
        else:
            query = lab_link(self.comparison, spec, names, topic)
        return f"{url_for('lab.lab')}?{query}" if query else ""

    def steps_link(self, key: str, topic: str) -> str:
        """Where the step tables of a pair on a topic are; empty where no address can ask for them."""
        return f"?{self.request.query(topic=topic, pair=key)}#steps" if self.linked and self.found else ""

    def head(self, key: str, text: str) -> Head:
        """The heading of a column; a second click turns the order round."""
        by, falls = self.request.sort
        order = "" if by != key else "descending" if falls else "ascending"
        turned = (not falls) if by == key else key != "topic"
        return Head(text, f"?{self.request.query(sort=f'-{key}' if turned else key)}" if self.linked else "", order)

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
