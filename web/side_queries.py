"""Several queries of one system: scores query by query, and their means with the calculation."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ireval.evaluation.several_lists import ListScores, Mean
from ireval.measure.spelling import Spec, parse
from web.side_charts import Figure, averages
from web.side_levels import Levels, in_numbers
from web.side_shared import (
    ABOUT_AVERAGES,
    DASH,
    Calculation,
    Listing,
    calculated,
    ends,
    floor,
    floored,
    in_cell,
    joined,
    left_out,
    several_of,
    written,
)
from web.state import State


class Query(NamedTuple):
    """A query: its place among the lists, whether it is open, R, and a score a measure."""

    place: int
    title: str
    open: bool
    relevant: int
    scores: list[str]


class Queries:
    """Lists of one system on several queries. ``listing`` are the panel's measures, family by family."""

    arrangement = "queries"

    def __init__(self, state: State, listing: Listing) -> None:
        self.state = state
        self.titles = [state.list_title(place) for place in range(1, len(state.lists) + 1)]
        self._labels = {spelling: label for _, items in listing for label, spelling in items}
        self._several = several_of(state)

    @cached_property
    def _specs(self) -> list[Spec]:
        k = self.state.k
        spellings = ["AP", "RR", f"nDCG@{k}", f"P@{k}"]
        if self.state.show not in (*spellings, "GMAP"):
            spellings.append(self.state.show)
        return [parse(spelling) for spelling in spellings]

    @cached_property
    def _scored(self) -> list[ListScores]:
        return [self._several.score(spec) for spec in self._specs]

    @cached_property
    def _means(self) -> list[Mean]:
        return [scored.mean() for scored in self._scored]

    @cached_property
    def _geometric(self) -> Mean:
        return self._scored[0].mean("geometric")

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """The measures, and whether each is the open one."""
        shown = "AP" if self.state.show == "GMAP" else self.state.show
        return [(self._label(spec), str(spec) == shown) for spec in self._specs]

    def _label(self, spec: Spec) -> str:
        return self._labels.get(str(spec), str(spec))

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
                [written(self.state, column[i] or DASH) for column in columns],
            )
            for i, (title, r) in enumerate(zip(self.titles, self._several.relevant, strict=True))
        ]

    @property
    def means(self) -> list[tuple[str, str]]:
        """The mean of each measure, with its name."""
        return [(m.name_with(self._label(m.spec)), in_cell(self.state, m)) for m in self._means]

    @property
    def overall(self) -> list[tuple[str, str]]:
        """The open measure's mean, with its name."""
        if self.state.show == "GMAP":
            return [("GMAP", self.geometric)]
        return [mean for mean, (_, is_open) in zip(self.means, self.heads, strict=True) if is_open]

    @property
    def geometric(self) -> str:
        """The geometric mean of average precision."""
        return in_cell(self.state, self._geometric)

    @property
    def calculations(self) -> list[Calculation]:
        """Every mean with the scores put in."""
        means = [self._means[0], self._geometric, *self._means[1:]]
        return [calculated(self.state, m, m.name_with(self._label(m.spec))) for m in means if m.value is not None]

    @property
    def notes(self) -> list[str]:
        """What the means leave out, what the conventions make of queries without relevant documents, and the floor."""
        notes = left_out(self._several, self._specs, self.titles)
        empty = [title for title, r in zip(self.titles, self._several.relevant, strict=True) if not r]
        if empty and self.state.conventions["no_relevant"] == "score-0":
            notes.append(
                f"{joined(empty)}: no document is relevant. By the conventions chosen that scores 0, and counts in "
                "every mean; other tools leave such queries out."
            )
        return notes + floored(self.state, self._geometric, self.titles)

    @property
    def floor(self) -> str:
        """What a geometric mean takes for less."""
        return floor(self.state)

    @cached_property
    def chart(self) -> Figure | None:
        """The average curve with each query faintly behind; None where no query has one."""
        average = self._several.average_curve
        if average is None:
            return None
        behind = list(zip(self.titles, self._several.curves, strict=True))
        drawing = averages(self.state, self._several.levels, [("mean", average)], [behind])
        sentence = f"{ABOUT_AVERAGES} The mean is {ends(self.state, average)}."
        return Figure("average", "Average precision-recall curve", sentence, drawing)

    @property
    def figures(self) -> list[Figure]:
        """All charts."""
        return [self.chart] if self.chart else []

    @property
    def levels(self) -> Levels | None:
        """The chart in numbers; None where there is none."""
        average = self._several.average_curve
        return None if average is None else in_numbers(self.state, self._several, self.titles, [("mean", average)])
