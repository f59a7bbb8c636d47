"""What pairs of runs need of the page that shows them: the comparison, what is to be shown of it, and its links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import url_for

from ireval.comparison.comparison import RunComparison
from ireval.measure.spelling import Spec
from web.compare.compared_links import LinkComparison
from web.compare.comparison_request import ALL, ComparisonRequest
from web.compare.lab_links import lab_link, stored_link
from web.compare.part_files import PartFiles
from web.compare.work_limit import MOST_OPEN
from web.store.library.library import BUILT_IN, FIELD


class Head(NamedTuple):
    """The heading of a column of topics: its ``address`` sorts by it; ``order`` is how it is sorted now, or empty."""

    text: str
    address: str
    order: str


@dataclass(frozen=True, eq=False)
class PairPage:
    """A page that shows a comparison of runs, or of links to the lab, pair by pair. ``titles`` are those of topics.

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

    @property
    def files(self) -> PartFiles:
        """The files of all parts of the page."""
        raise NotImplementedError
