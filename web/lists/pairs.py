"""Two systems on several queries: scores and differences query by query, and their histogram."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from ireval.evaluation.results import GEOMETRIC
from ireval.evaluation.several_lists import Mean, named_mean
from ireval.evaluation.system_pairs import QueryDifference, pair_systems
from ireval.measure.spelling import parse
from ireval.messages.writing import number_word, word_list
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from web.lists.difference_bars import bars
from web.lists.list_charts import Figure, averages
from web.lists.queries import Measured
from web.lists.recall_level_table import Levels, in_numbers
from web.lists.texts import (
    ABOUT_AVERAGES,
    DASH,
    MINUS,
    Calculation,
    Listing,
    calculated,
    counted,
    ends,
    floored,
    in_cell,
    query_title,
    several_of,
    signed,
    tabs,
    written,
)
from web.state.lab_state import State

#: The measures that the table lists, whatever is open; the first has its differences drawn.
LISTED = ("Rprec", "AP")


class Query(NamedTuple):
    """A query: the places of its two lists, which of them is open (0 for none), and (A, B, A less B) a measure."""

    title: str
    places: tuple[int, int]
    open: bool
    relevant: str
    scores: list[tuple[str, str, str]]


class Histogram(NamedTuple):
    """The differences of one measure: as a chart and as a sentence."""

    label: str
    sentence: str
    chart: Figure | None


class Pairs(Measured):
    """Lists of two systems in turn."""

    arrangement = "pairs"

    def __init__(self, state: State, listing: Listing) -> None:
        super().__init__(state, listing)
        self._specs = [parse(spelling) for spelling in dict.fromkeys([self._open, *LISTED])]
        self._paired = pair_systems([listed.ranking for listed in state.lists], state.conventions)
        self.titles = [query_title(state, i) for i in range(len(self._paired.a.rankings))]

    @cached_property
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
                " / ".join(map(str, dict.fromkeys(counts[i]))),
                [column[i] for column in columns],
            )
            for i, title in enumerate(self.titles)
        ]

    @property
    def _counts(self) -> list[tuple[int, ...]]:
        """R by the lists of each query; they should be the same."""
        a, b = self._paired.a.relevant, self._paired.b.relevant
        return [(r, *b[i : i + 1]) for i, r in enumerate(a)]

    def _cells(self, pair: QueryDifference) -> list[tuple[str, str, str]]:
        places = self.state.places
        between = [signed(self.state, d, pair.a.text) for d in pair.differences.tolist()]
        return [
            (written(self.state, a or DASH), written(self.state, b or DASH), d)
            for a, b, d in zip(pair.a.texts(places), pair.b.texts(places), between, strict=True)
        ]

    @property
    def means(self) -> list[tuple[str, str, str, str]]:
        """The mean of each measure: its name, that of A, that of B, and their difference."""
        return [self._row(pair.a.mean(), pair.b.mean()) for pair in self._pairs]

    @property
    def geometric(self) -> list[tuple[str, str, str, str]]:
        """The same of the geometric means that have names of their own; the other measures' are empty."""
        return [self._row(*means) if means else ("", "", "", "") for means in self._geometric]

    def _row(self, a: Mean, b: Mean) -> tuple[str, str, str, str]:
        known = a.value is not None and b.value is not None
        less = (a.value or 0.0) - (b.value or 0.0) if known else float("nan")
        name = a.name_with(self._label(a.spec))
        return name, in_cell(self.state, a), in_cell(self.state, b), signed(self.state, less, fixed)

    @cached_property
    def _geometric(self) -> list[tuple[Mean, ...]]:
        """For each measure its geometric mean for A and for B, where that has a name of its own."""
        return [
            (pair.a.mean(GEOMETRIC), pair.b.mean(GEOMETRIC)) if named_mean(pair.a.spec, GEOMETRIC) else ()
            for pair in self._pairs
        ]

    @property
    def overall(self) -> list[tuple[str, str]]:
        """The open measure's means, with their names."""
        average, pair = parse(self.state.show).measure.average, self._pairs[0]
        name, a, b, _ = self._row(pair.a.mean(average), pair.b.mean(average))
        return [(f"{name} of A", a), (f"{name} of B", b)]

    @property
    def calculations(self) -> list[Calculation]:
        """The means of both systems with the scores put in."""
        found = []
        for pair, geometric in zip(self._pairs, self._geometric, strict=True):
            for mean, n in zip((pair.a.mean(), pair.b.mean(), *geometric), "ABAB", strict=False):
                if mean.value is not None:
                    found.append(calculated(self.state, mean, f"{mean.name_with(self._label(mean.spec))} of {n}"))
        return found

    @cached_property
    def histograms(self) -> list[Histogram]:
        """The differences of the first listed measure, and of the open one."""
        ordered = sorted(self._pairs, key=lambda pair: str(pair.a.spec) != LISTED[0])
        return [self._histogram(pair) for pair in ordered if str(pair.a.spec) in (LISTED[0], self._open)]

    def _histogram(self, pair: QueryDifference) -> Histogram:
        label = self._label(pair.a.spec)
        a, b, ties = pair.tally
        sentence = (
            f"By {label} system A wins {counted(a, 'query', 'queries')}, system B {number_word(b) if b else 'none'}"
        )
        sentence += f"; {counted(ties, 'is a tie', 'are ties')}." if ties else "."
        texts = [d for *_, d in self._cells(pair)]
        drawing = bars(self.state, pair.differences.tolist(), texts, self.titles)
        key = re.sub(r"\W+", "-", f"differences-{pair.a.spec}").strip("-")
        title = f"{label}: A {MINUS} B, query by query"
        return Histogram(label, sentence, Figure(drawing, key, title, sentence) if drawing else None)

    @property
    def notes(self) -> list[str]:
        """A query that lacks a list, lists of one query that do not agree on R, and the floor of geometric means."""
        notes = []
        if len(self.state.lists) % 2:
            scores = "it scores 0 there" if self.state.conventions["missing"] == "score-0" else "it is left out there"
            notes.append(
                f"{self.titles[-1]} has no list of system B yet; {scores}, as the convention for missing queries says. "
                "Add a list to complete the pair."
            )
        apart = [
            f"{title} ({counts[0]} and {counts[1]})"
            for title, counts in zip(self.titles, self._counts, strict=True)
            if len(set(counts)) > 1
        ]
        if apart:
            notes.append(
                f"{word_list(apart)}: the two lists do not agree on R. It belongs to the query, so it should be the "
                "same: add what a list missed under “Judged, but not retrieved”."
            )
        for means in self._geometric:
            for mean, n in zip(means, "AB", strict=False):
                notes += floored(self.state, mean, self.titles, f" by system {n}")
        return notes

    @cached_property
    def _averages(self) -> list[tuple[str, Floats]]:
        """Both systems' average curves; none where one of them has none."""
        both = [(f"system {n}", x.average_curve) for n, x in zip("AB", (self._paired.a, self._paired.b), strict=True)]
        known = [(title, average) for title, average in both if average is not None]
        return known if len(known) == 2 else []

    @cached_property
    def chart(self) -> Figure | None:
        """Both systems' average curves, with each query faintly behind; None where one has none."""
        if not self._averages:
            return None
        both = (self._paired.a, self._paired.b)
        behind = [[("", curve) for curve in x.curves] for x in both]
        drawing = averages(self.state, both[0].levels, self._averages, behind)
        means = "; ".join(f"{title}: {ends(self.state, average)}" for title, average in self._averages)
        return Figure(drawing, "averages", "Average precision-recall curves", f"{ABOUT_AVERAGES} The means, {means}.")

    @property
    def levels(self) -> Levels | None:
        """That chart in numbers; None where there is none."""
        means = [(f"mean of {title}", average) for title, average in self._averages]
        titles = (tab.full for tab in tabs(self.state))
        return in_numbers(self.state, several_of(self.state), titles, means) if means else None

    @property
    def figures(self) -> list[Figure]:
        """All charts."""
        return [chart for chart in (*(h.chart for h in self.histograms), self.chart) if chart]
