"""Two systems on several queries: scores and differences query by query, and their histogram."""

from __future__ import annotations

import re
from typing import NamedTuple

from ireval.evaluation.results import GEOMETRIC
from ireval.evaluation.several_lists import Mean, named_mean
from ireval.evaluation.system_pairs import QueryDifference, pair_systems
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.difference_bars import bars
from web.charts.lists.list_charts import Figure, averages
from web.lab.several.queries import SeveralQueries
from web.lab.several.recall_level_table import Levels, in_numbers
from web.state.lab_state import State
from web.state.texts.list_titles import query_title, tabs
from web.state.texts.score_texts import (
    DASH,
    MINUS,
    Calculation,
    Listing,
    coverage,
    coverage_notes,
    curve_ends,
    floor_notes,
    mean_calculation,
    mean_cell,
    mean_line,
    number,
    several_of,
    signed,
)

#: The measures that the table always lists; the differences of the first are always drawn.
LISTED = ("Rprec", "AP")


class Query(NamedTuple):
    """A query: the places of its two lists, whether one of them is open, R, and (A, B, A minus B) for each measure.

    ``relevant`` has two numbers if the lists disagree on R.
    """

    title: str
    places: tuple[int, int]
    open: bool
    relevant: tuple[int, ...]
    scores: list[tuple[str, str, str]]


class Histogram(NamedTuple):
    """The differences of one measure, as a chart and as a sentence."""

    label: str
    sentence: str
    chart: Figure | None


class Pairs(SeveralQueries):
    """Lists of two systems: each query has a list of A and then a list of B."""

    arrangement = "pairs"

    def __init__(self, state: State, listing: Listing) -> None:
        super().__init__(state, listing)
        self._specs = [parse(spelling) for spelling in dict.fromkeys([self._open, *LISTED])]
        self._paired = pair_systems([listed.ranking for listed in state.lists], state.conventions)
        self.titles = [query_title(state, i) for i in range(len(self._paired.a.rankings))]

    @lazy_attribute
    def _pairs(self) -> list[QueryDifference]:
        return [self._paired.compare(spec) for spec in self._specs]

    @property
    def rows(self) -> list[Query]:
        """The queries."""
        columns = [self._cells(pair) for pair in self._pairs]
        counts = self._counts
        return [
            Query(
                title,
                (2 * i + 1, 2 * i + 2),
                (self.state.place + 1) // 2 == i + 1,
                tuple(dict.fromkeys(counts[i])),
                [column[i] for column in columns],
            )
            for i, title in enumerate(self.titles)
        ]

    @property
    def _counts(self) -> list[tuple[int, ...]]:
        """For each query, the different values of R in its lists; there should be only one."""
        a, b = self._paired.a.relevant, self._paired.b.relevant
        return [(r, *b[i : i + 1]) for i, r in enumerate(a)]

    def _cells(self, pair: QueryDifference) -> list[tuple[str, str, str]]:
        places = self.state.places
        between = [signed(self.state, d, pair.a.text) for d in pair.differences.tolist()]
        return [
            (number(self.state, a or DASH), number(self.state, b or DASH), d)
            for a, b, d in zip(pair.a.texts(places), pair.b.texts(places), between, strict=True)
        ]

    @property
    def means(self) -> list[tuple[str, str, str, str]]:
        """The mean of each measure: its name, the mean of A, the mean of B, and their difference."""
        return [self._row(pair.a.mean(), pair.b.mean()) for pair in self._pairs]

    @property
    def geometric(self) -> list[tuple[str, str, str, str]]:
        """The geometric mean of each measure, if it has a name, such as GMAP; empty for all other measures."""
        return [self._row(*means) if means else ("", "", "", "") for means in self._geometric]

    def _row(self, a: Mean, b: Mean) -> tuple[str, str, str, str]:
        known = a.value is not None and b.value is not None
        less = (a.value or 0.0) - (b.value or 0.0) if known else float("nan")
        name = a.name_with(self._label(a.spec))
        return name, mean_cell(self.state, a), mean_cell(self.state, b), signed(self.state, less, fixed)

    @lazy_attribute
    def _geometric(self) -> list[tuple[Mean, ...]]:
        """For each measure its geometric mean for A and for B, if it has a name."""
        return [
            (pair.a.mean(GEOMETRIC), pair.b.mean(GEOMETRIC)) if named_mean(pair.a.spec, GEOMETRIC) else ()
            for pair in self._pairs
        ]

    @property
    def overall(self) -> list[Calculation]:
        """The open measure's means, with their calculations."""
        average, pair = parse(self.state.show).measure.average, self._pairs[0]
        both = (pair.a.mean(average), pair.b.mean(average))
        return [
            mean_line(self.state, mean, f"{mean.name_with(self._label(mean.spec))} of {n}")
            for mean, n in zip(both, "AB", strict=True)
        ]

    @property
    def calculations(self) -> list[Calculation]:
        """The calculations of the means of both systems, with the scores inserted."""
        found = []
        for pair, geometric in zip(self._pairs, self._geometric, strict=True):
            for mean, n in zip((pair.a.mean(), pair.b.mean(), *geometric), "ABAB", strict=False):
                if mean.value is not None:
                    found.append(mean_calculation(self.state, mean, f"{mean.name_with(self._label(mean.spec))} of {n}"))
        return found

    @lazy_attribute
    def histograms(self) -> list[Histogram]:
        """The differences of the first listed measure and of the open one."""
        ordered = sorted(self._pairs, key=lambda pair: str(pair.a.spec) != LISTED[0])
        return [self._histogram(pair) for pair in ordered if str(pair.a.spec) in (LISTED[0], self._open)]

    def _histogram(self, pair: QueryDifference) -> Histogram:
        label = self._label(pair.a.spec)
        a, b, ties = pair.tally
        won = {"measure": label, "a": a, "b": b}
        sentence = say(Message("queries-won-and-ties", won, ties=ties) if ties else Message("queries-won", won))
        texts = [d for *_, d in self._cells(pair)]
        drawing = bars(self.state, pair.differences.tolist(), texts, self.titles)
        key = re.sub(r"\W+", "-", f"differences-{pair.a.spec}").strip("-")
        title = f"{label}: A {MINUS} B, query by query"
        return Histogram(label, sentence, Figure(drawing, key, title, sentence) if drawing else None)

    @property
    def notes(self) -> list[str]:
        """Notes on a query with only one list, on lists that disagree on R, and on the floor of geometric means."""
        notes = []
        if len(self.state.lists) % 2:
            zero = self.state.conventions["missing"] == "score-0"
            key = "second-list-missing-scores-0" if zero else "second-list-missing-left-out"
            notes.append(say(Message(key, query=self.titles[-1])))
        apart = [
            Message("query-with-two-counts", query=title, a=counts[0], b=counts[1])
            for title, counts in zip(self.titles, self._counts, strict=True)
            if len(set(counts)) > 1
        ]
        if apart:
            notes.append(say(Message("pairs-disagree-on-r", queries=apart)))
        for means in self._geometric:
            for mean, n in zip(means, "AB", strict=False):
                notes += floor_notes(self.state, mean, self.titles, n)
        return notes

    @property
    def mean_notes(self) -> list[str]:
        """Notes on queries that the means of both systems leave out and why, and remarks on scores."""
        scored = [
            (f"{mean.name_with(self._label(mean.spec))} of {n}", scores)
            for pair in self._pairs
            for scores, mean, n in ((pair.a, pair.a.mean(), "A"), (pair.b, pair.b.mean(), "B"))
        ]
        return coverage_notes(scored, self.titles)

    @property
    def coverage(self) -> list[tuple[str, str]]:
        """The numbers of queries in the means of A and of B for each measure; empty if all are over all queries."""
        means = [(pair.a.mean(), pair.b.mean()) for pair in self._pairs]
        if not any(mean.left_out for both in means for mean in both):
            return []
        return [(coverage(a), coverage(b)) for a, b in means]

    @lazy_attribute
    def _averages(self) -> list[tuple[str, Floats]]:
        """The average curves of both systems; empty if one of them has none."""
        both = [(f"system {n}", x.average_curve) for n, x in zip("AB", (self._paired.a, self._paired.b), strict=True)]
        known = [(title, average) for title, average in both if average is not None]
        return known if len(known) == 2 else []

    @lazy_attribute
    def chart(self) -> Figure | None:
        """The average curves of both systems in front of the faint curves of the queries; None if a system has none."""
        if not self._averages:
            return None
        both = (self._paired.a, self._paired.b)
        background = [[("", curve) for curve in x.curves] for x in both]
        drawing = averages(self.state, both[0].levels, self._averages, background)
        ends = [
            Message("ends-of-curve", curve_ends(self.state, average), system=Message(system))
            for system, (_, average) in zip(("system-a", "system-b"), self._averages, strict=True)
        ]
        sentence = say(Message("average-curves", systems=ends), comma=bool(self.state.comma))
        return Figure(drawing, "averages", "Average precision-recall curves", sentence)

    @property
    def levels(self) -> Levels | None:
        """The numbers of that chart; None if there is no chart."""
        means = [(f"mean of {title}", average) for title, average in self._averages]
        titles = (tab.full for tab in tabs(self.state))
        return in_numbers(self.state, several_of(self.state), titles, means) if means else None

    @property
    def figures(self) -> list[Figure]:
        """All charts."""
        return [chart for chart in (*(h.chart for h in self.histograms), self.chart) if chart]
