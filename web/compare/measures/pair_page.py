"""The base of a page that shows pairs of runs: the comparison, the choices of the request, and the links."""

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

    It is ``linked`` if it has an address; a comparison of files that were sent has none.
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
        """Whether all topics are shown, as on every page without an address that could ask for them."""
        return self.request.shows_all or not self.linked

    @property
    def tables(self) -> int:
        """The number of tables of topics on the page."""
        return 1 if self.is_table else self._pairs_in_all

    @property
    def is_table(self) -> bool:
        """Whether the pairs are rows of a table, because there are many, and only one is shown in full, on demand."""
        return self._pairs_in_all > MOST_OPEN

    @property
    def _pairs_in_all(self) -> int:
        return sum(len(measure.pairs) for measure in self.comparison.measures)

    @property
    def all_topics(self) -> str:
        """The query that shows all topics."""
        return f"?{self.request.query(topics=ALL)}"

    def link(self, spec: Spec, names: tuple[str, str], topic: str) -> str:
        """Return the address of both lists of a topic in the lab; empty if the lab cannot hold them."""
        if isinstance(self.comparison, LinkComparison):
            query = self.comparison.lab_query(spec, topic)
        elif self.linked:
            query = stored_link(self.comparison, spec, names, topic, self.request.given.get(FIELD, BUILT_IN))
        else:
            query = lab_link(self.comparison, spec, names, topic)
        return f"{url_for('lab.lab')}?{query}" if query else ""

    def steps_link(self, key: str, topic: str) -> str:
        """Return the address of the step tables of a pair on a topic; empty on a page without an address."""
        return f"?{self.request.query(topic=topic, pair=key)}#steps" if self.linked and self.found else ""

    def head(self, key: str, text: str) -> Head:
        """Return the heading of a column; a second click on it reverses the order."""
        by, falls = self.request.sort
        order = "" if by != key else "descending" if falls else "ascending"
        turned = (not falls) if by == key else key != "topic"
        return Head(text, f"?{self.request.query(sort=f'-{key}' if turned else key)}" if self.linked else "", order)

    @property
    def files(self) -> PartFiles:
        """The files of all parts of the page."""
        raise NotImplementedError
