"""Several queries of one system: scores query by query, and their means with the calculation."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ireval.evaluation.results import GEOMETRIC
from ireval.evaluation.several_lists import ListScores, Mean, named_mean, underlying_spec
from ireval.measure.spelling import Spec, parse
from ireval.messages.writing import word_list
from web.lists.list_charts import Figure, averages
from web.lists.recall_level_table import Levels, in_numbers
from web.lists.texts import (
    ABOUT_AVERAGES,
    DASH,
    Calculation,
    Listing,
    calculated,
    ends,
    floor,
    floored,
    in_cell,
    left_out,
    several_of,
    written,
)
from web.state.lab_state import State

#: The measures that the table lists, whatever is open; the first is the one with a row for its geometric mean.
LISTED = ("AP", "RR", "nDCG@{k}", "P@{k}")


class Query(NamedTuple):
    """A query: its place among the lists, whether it is open, R, and a score a measure."""

    place: int
    title: str
    open: bool
    relevant: int
    scores: list[str]


class Measured:
    """The measures of lists on several queries. ``listing`` are the panel's, family by family.

    ``_open`` is the open measure or, where that is another one's mean, that one; ``_specs`` are those of the table.
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


class Queries(Measured):
    """Lists of one system on several queries."""

    arrangement = "queries"

    def __init__(self, state: State, listing: Listing) -> None:
        super().__init__(state, listing)
        self.titles = [state.list_title(place) for place in range(1, len(state.lists) + 1)]
        self._several = several_of(state)
        listed = (spelling.format(k=state.k) for spelling in LISTED)
        self._specs = [parse(spelling) for spelling in dict.fromkeys([*listed, self._open])]

    @cached_property
    def _scored(self) -> list[ListScores]:
        return [self._several.score(spec) for spec in self._specs]

    @cached_property
    def _means(self) -> list[Mean]:
        return [scored.mean() for scored in self._scored]

    @cached_property
    def _geometric(self) -> list[Mean]:
        """The geometric means that have names of their own."""
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
        scored = next(scored for scored in self._scored if str(scored.spec) == self._open)
        mean = scored.mean(parse(self.state.show).measure.average)
        return [(mean.name_with(self._label(mean.spec)), in_cell(self.state, mean))]

    @property
    def geometric(self) -> str:
        """The geometric mean of the first measure."""
        return in_cell(self.state, self._scored[0].mean(GEOMETRIC))

    @property
    def calculations(self) -> list[Calculation]:
        """Every mean with the scores put in."""
        means = [x for m in self._means for x in (m, *(g for g in self._geometric if g.spec == m.spec))]
        return [calculated(self.state, m, m.name_with(self._label(m.spec))) for m in means if m.value is not None]

    @property
    def notes(self) -> list[str]:
        """What the means leave out, what the conventions make of queries without relevant documents, and the floor."""
        notes = left_out(self._several, self._specs, self.titles)
        empty = [title for title, r in zip(self.titles, self._several.relevant, strict=True) if not r]
        if empty and self.state.conventions["no_relevant"] == "score-0":
            notes.append(
                f"{word_list(empty)}: no document is relevant. By the conventions chosen that scores 0, and counts in "
                "every mean; other tools leave such queries out."
            )
        return notes + [text for mean in self._geometric for text in floored(self.state, mean, self.titles)]

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
        return Figure(drawing, "average", "Average precision-recall curve", sentence)

    @property
    def figures(self) -> list[Figure]:
        """All charts."""
        return [self.chart] if self.chart else []

    @property
    def levels(self) -> Levels | None:
        """The chart in numbers; None where there is none."""
        average = self._several.average_curve
        return None if average is None else in_numbers(self.state, self._several, self.titles, [("mean", average)])
