"""The contents of the page of simulated tests: sentences, a chart, tables and downloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.comparison.pair_comparison import test_name
from ireval.comparison.significance import LEVEL
from ireval.experiments.significance_tests.simulated_shares import Share, SimulatedShares
from ireval.experiments.significance_tests.simulation_findings import (
    coverage,
    interval_name,
    never,
    percent,
    power,
    share_ends,
    too_often,
)
from ireval.experiments.significance_tests.simulation_reports import summary
from ireval.messages import Message, say
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure
from web.experiments.significance.error_chart import error_figure
from web.files.figure_files import FileLink, figure_links


class Cell(NamedTuple):
    """A share with its simulation error, and "high", "low" or nothing if it is as expected."""

    value: str
    ends: str
    mark: str


class Row(NamedTuple):
    """A test or an interval with its cells."""

    name: str
    cells: list[Cell]


@dataclass(frozen=True, eq=False)
class TestsPage:
    """The page of a finished simulation; ``query`` is its address without the path."""

    found: SimulatedShares
    query: str

    @property
    def summary(self) -> str:
        """A sentence on what was simulated."""
        return summary(self.found)

    @property
    def too_often(self) -> list[str]:
        """Sentences on tests that find differences that do not exist."""
        return [say(message) for message in too_often(self.found)]

    @property
    def power(self) -> list[str]:
        """Sentences on how often tests find a difference that exists."""
        return [say(message) for message in (*never(self.found), *power(self.found))]

    @property
    def coverage(self) -> str:
        """A sentence on whether intervals contain the true mean as often as they should."""
        return say(coverage(self.found))

    @property
    def take(self) -> str:
        """The address of a download, up to the name of the file."""
        return f"?{self.query}&take="

    @lazy_attribute
    def figure(self) -> Figure:
        """The chart of type I errors."""
        return error_figure(self.found)

    @property
    def links(self) -> list[FileLink]:
        """The links to the files of the chart."""
        return figure_links(self.figure, self.take)

    @property
    def sizes(self) -> list[str]:
        """The numbers of topics, as columns of the table of type I errors."""
        return [say(Message("so-many-topics", count=size)) for size in self.found.errors]

    @property
    def errors(self) -> list[Row]:
        """The type I errors of each test, by the number of topics."""
        found = self.found
        return [
            Row(test_name(key), [_cell(of[key], found.alpha) for of in found.errors.values()]) for key in found.tests
        ]

    @property
    def powers(self) -> list[Row]:
        """The type I error and the power of each test with the chosen number of topics."""
        found = self.found
        return [
            Row(test_name(key), [_cell(found.own_errors[key], found.alpha), _cell(share)])
            for key, share in found.powers.items()
        ]

    @property
    def coverages(self) -> list[tuple[Row, str]]:
        """How often each interval contains the true mean, and in how many experiments this was counted."""
        return [
            (Row(interval_name(key), [_cell(share, 1 - LEVEL)]), f"{share.total:,}")
            for key, share in self.found.coverages.items()
        ]


def _cell(share: Share, promised: float | None = None) -> Cell:
    mark = "" if promised is None else ("", "high", "low")[share.against(promised)]
    return Cell(percent(share.value), share_ends(share), mark)
