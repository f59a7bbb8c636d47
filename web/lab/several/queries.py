"""Several queries of one system: the scores of each query, and their means with the calculations."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from ireval.evaluation.results import GEOMETRIC
from ireval.evaluation.several_lists import ListScores, Mean, named_mean, underlying_spec
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message, say
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure, averages
from web.lab.several.recall_level_table import Levels, in_numbers
from web.state.lab_state import State
from web.state.texts.score_texts import (
    DASH,
    Calculation,
    Listing,
    coverage,
    coverage_notes,
    curve_ends,
    floor_notes,
    geometric_floor,
    mean_calculation,
    mean_cell,
    mean_line,
    number,
    several_of,
)

#: The measures that the table always lists; the first has a row for its geometric mean.
LISTED = ("AP", "RR", "nDCG@{k}", "P@{k}")


class Query(NamedTuple):
    """A query: its place among the lists, whether it is open, R, and its score for each measure."""

    place: int
    title: str
    open: bool
    relevant: int
    scores: list[str]


class SeveralQueries:
    """The measures of lists for several queries. ``listing`` has the panel's measures, family by family.

    ``_open`` is the open measure or, if that is a mean, the measure that it averages; ``_specs`` are the measures of
    the table.
    """

    _specs: list[Spec]

    def __init__(self, state: State, listing: Listing) -> None:
        self.state = state
        self._labels = {spelling: label for _, items in listing for label, spelling in items}
        self._open = str(underlying_spec(parse(state.show)))

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """The measures, and whether each is the open one."""
        return [(self._label(spec), str(spec) == self._open) for spec in self._specs]

    def _label(self, spec: Spec) -> str:
        return self._labels.get(str(spec), str(spec))


class Queries(SeveralQueries):
    """Lists of one system on several queries."""

    arrangement = "queries"

    def __init__(self, state: State, listing: Listing) -> None:
        super().__init__(state, listing)
        self.titles = [state.list_title(place) for place in range(1, len(state.lists) + 1)]
        self._several = several_of(state)
        listed = (spelling.format(k=state.k) for spelling in LISTED)
        self._specs = [parse(spelling) for spelling in dict.fromkeys([*listed, self._open])]

    @lazy_attribute
    def _scored(self) -> list[ListScores]:
        return [self._several.score(spec) for spec in self._specs]

    @lazy_attribute
    def _means(self) -> list[Mean]:
        return [scored.mean() for scored in self._scored]

    @lazy_attribute
    def _geometric(self) -> list[Mean]:
        """The geometric means that have a name, such as GMAP."""
        return [scored.mean(GEOMETRIC) for scored in self._scored if named_mean(scored.spec, GEOMETRIC)]

    @property
    def rows(self) -> list[Query]:
        """The queries."""
        columns = [scored.texts(self.state.places) for scored in self._scored]
        return [
            Query(
                i + 1,
                title,
                i + 1 == self.state.place,
                r,
                [number(self.state, column[i] or DASH) for column in columns],
            )
            for i, (title, r) in enumerate(zip(self.titles, self._several.relevant, strict=True))
        ]

    @property
    def means(self) -> list[tuple[str, str]]:
        """The mean of each measure, with its name."""
        return [(m.name_with(self._label(m.spec)), mean_cell(self.state, m)) for m in self._means]

    @property
    def overall(self) -> list[Calculation]:
        """The open measure's mean, with its calculation."""
        scored = next(scored for scored in self._scored if str(scored.spec) == self._open)
        mean = scored.mean(parse(self.state.show).measure.average)
        return [mean_line(self.state, mean, mean.name_with(self._label(mean.spec)))]

    @property
    def asked(self) -> str:
        """The part of an address that says the question is about the open measure's mean."""
        return urlencode({"measure": self._open, "average": parse(self.state.show).measure.average})

    @property
    def geometric(self) -> str:
        """The geometric mean of the first measure."""
        return mean_cell(self.state, self._scored[0].mean(GEOMETRIC))

    @property
    def calculations(self) -> list[Calculation]:
        """The calculation of every mean, with the scores inserted."""
        means = [x for m in self._means for x in (m, *(g for g in self._geometric if g.spec == m.spec))]
        return [mean_calculation(self.state, m, m.name_with(self._label(m.spec))) for m in means if m.value is not None]

    @property
    def notes(self) -> list[str]:
        """Notes on queries without relevant documents, and on geometric means."""
        notes = []
        empty = [title for title, r in zip(self.titles, self._several.relevant, strict=True) if not r]
        score = self.state.conventions["no_relevant"]
        if empty and score != "left-out":
            notes.append(say(Message(f"empty-queries-{score}", queries=empty)))
        return notes + [text for mean in self._geometric for text in floor_notes(self.state, mean, self.titles)]

    @property
    def mean_notes(self) -> list[str]:
        """Notes on queries that the means leave out and why, and remarks on scores."""
        names = (mean.name_with(self._label(mean.spec)) for mean in self._means)
        return coverage_notes(zip(names, self._scored, strict=True), self.titles)

    @property
    def coverage(self) -> list[str]:
        """The number of queries in each mean; empty if all means are over all queries."""
        return [coverage(mean) for mean in self._means] if any(mean.left_out for mean in self._means) else []

    @property
    def floor(self) -> str:
        """The value that a geometric mean uses for lower scores."""
        return number(self.state, geometric_floor())

    @lazy_attribute
    def chart(self) -> Figure | None:
        """The average curve in front of the faint curves of the queries; None if no query has a curve."""
        average = self._several.average_curve
        if average is None:
            return None
        background = list(zip(self.titles, self._several.curves, strict=True))
        drawing = averages(self.state, self._several.levels, [("mean", average)], [background])
        sentence = say(Message("average-curve", curve_ends(self.state, average)), comma=bool(self.state.comma))
        return Figure(drawing, "average", "Average precision-recall curve", sentence)

    @property
    def figures(self) -> list[Figure]:
        """All charts."""
        return [self.chart] if self.chart else []

    @property
    def levels(self) -> Levels | None:
        """The numbers of the chart; None if there is no chart."""
        average = self._several.average_curve
        return None if average is None else in_numbers(self.state, self._several, self.titles, [("mean", average)])
