"""The contents of the experiment's page: sentences, charts, tables and downloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.experiments.incomplete_findings import findings
from ireval.experiments.repeated_scores import SPREAD, RepeatedScores
from ireval.messages import Message, say
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure
from web.experiments.incomplete.share_charts import scores_figure, tau_figure
from web.files.figure_files import FileLink, figure_links
from web.state.texts.score_texts import DASH

PLACES = 3


class Cell(NamedTuple):
    """A mean over the samples, and the spread; without a spread the second text is empty."""

    mean: str
    spread: str


class ShareRow(NamedTuple):
    """A share of the judgements, their number, and a cell for each measure."""

    share: str
    judgements: str
    cells: list[Cell]


@dataclass(frozen=True, eq=False)
class IncompletePage:
    """The page of a finished experiment on a collection; ``query`` is its address without the path."""

    found: RepeatedScores
    collection: str
    query: str

    @property
    def sentences(self) -> list[str]:
        """The conclusions from the experiment."""
        return [say(message) for message in findings(self.found)]

    @property
    def summary(self) -> str:
        """A sentence on what was done."""
        found = self.found
        counts = {"topics": len(found.topics), "systems": len(found.systems), "judgements": found.judgements[0]}
        return say(
            Message("incomplete-summary", counts, collection=self.collection, repeats=found.repeats, seed=found.seed)
        )

    @property
    def spread(self) -> str:
        """A sentence on the meaning of the small numbers in the tables."""
        return say(Message("spread-of-samples", low=SPREAD[0], high=SPREAD[1]))

    @property
    def take(self) -> str:
        """The address of a download, up to the name of the file."""
        return f"?{self.query}&take="

    def links(self, figure: Figure) -> list[FileLink]:
        """The links to the files of a chart."""
        return figure_links(figure, self.take)

    @lazy_attribute
    def figures(self) -> list[Figure]:
        """The charts."""
        return [figure for figure in (scores_figure(self.found), tau_figure(self.found)) if figure]

    @property
    def heads(self) -> list[str]:
        """The measures, as columns."""
        return self.found.labels

    @property
    def tables(self) -> list[tuple[str, list[ShareRow]]]:
        """The numbers of the charts as tables, each with its heading."""
        values = (self.found.averages, self.found.taus)
        return [(figure.title, self._rows(of)) for figure, of in zip(self.figures, values, strict=False)]

    @property
    def systems(self) -> list[tuple[str, list[str]]]:
        """Each system with its scores by all judgements; the best by the first measure comes first."""
        first, better = self.found.scores[:, 0, 0], self.found.specs[0].measure.better or 1
        order = sorted(range(len(self.found.systems)), key=lambda i: -better * float(first[0, i]))
        return [(self.found.systems[i], [_text(x) for x in first[:, i].tolist()]) for i in order]

    def _rows(self, values: Floats) -> list[ShareRow]:
        means, low, high = self.found.summary(values)
        rows = []
        for j, (share, count) in enumerate(zip(self.found.shares, self.found.judgements, strict=True)):
            cells = [
                Cell(_text(mean), f"{_text(least)} to {_text(most)}" if j and mean == mean else "")
                for mean, least, most in zip(means[:, j], low[:, j], high[:, j], strict=True)
            ]
            rows.append(ShareRow(f"{100 * share:g} %", f"{count:,}", cells))
        return rows


def _text(value: float) -> str:
    return DASH if value != value else fixed(float(value), PLACES).replace("-", "\N{MINUS SIGN}")
