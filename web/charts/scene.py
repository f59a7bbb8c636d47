"""The content of a chart, described once: both the SVG drawing and the Plotly figure are made from it.

Colours are names of CSS variables: pages follow the colour scheme, files use the light one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: If there are more marks than this, they are small and have no edges, which would otherwise hide everything else.
MANY = 60

Point = tuple[float, float]
#: For points that are known only once the whole list is shown, while it is shown step by step.
END: Sequence[int] = ()


class Axis(NamedTuple):
    """An axis from ``low`` to ``high`` with ticks as (value, label); a label may have two lines."""

    title: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]


class Line(NamedTuple):
    """A line through ``points``.

    ``dash`` is "", "dot", "dash" or "dash-dot". A line without a ``legend`` is not in the chart's legend. ``band``
    is the outline of an area around the line, such as a spread.
    """

    key: str
    legend: str
    points: Sequence[Point]
    colour: str
    width: float = 2.5
    dash: str = ""
    about: str = ""  #: an explanation that is too long for the legend
    since: Sequence[int] | None = None
    band: Sequence[Point] = ()

    @property
    def known(self) -> Sequence[int] | None:
        """The rank from which on each point is known; None if all points always are."""
        return self.since


class Dots(NamedTuple):
    """A point for each rank, ``filled`` if it is relevant or has a gain. ``texts`` are shown next to the pointer."""

    points: Sequence[Point]
    filled: Sequence[bool]
    texts: Sequence[str]
    ranks: Sequence[int]
    legend: str = ""
    key: str = "ranks"

    @property
    def known(self) -> Sequence[int]:
        """The rank from which on each point is known."""
        return self.ranks


class Signs(NamedTuple):
    """Signs that do not stand for ranks: ``symbol`` is "diamond", "cross" or "circle".

    ``rows`` are the rows of the open table that they stand for, counted from 1, 0 for none; empty if there are none.
    """

    key: str
    legend: str
    points: Sequence[Point]
    symbol: str
    colour: str
    texts: Sequence[str] = ()
    about: str = ""
    rows: Sequence[int] = ()
    since: Sequence[int] | None = END

    @property
    def known(self) -> Sequence[int] | None:
        """The row or else the rank from which on each sign is known."""
        return self.rows or self.since


class Bars(NamedTuple):
    """Bars that start at 0, ``width`` wide. With ``ranks`` they stand for ranks, and have ``texts`` for the pointer."""

    key: str
    legend: str
    points: Sequence[Point]
    colour: str
    width: float = 0.8
    edge: str = ""
    texts: Sequence[str] = ()
    ranks: Sequence[int] = ()
    about: str = ""
    since: Sequence[int] | None = None

    @property
    def known(self) -> Sequence[int] | None:
        """The rank from which on each bar is known; None if all bars always are."""
        return self.ranks or self.since


class Note(NamedTuple):
    """A word at a point, to its right or, with ``before``, to its left."""

    x: float
    y: float
    text: str
    before: bool = False


Layer = Line | Dots | Signs | Bars


class Panel(NamedTuple):
    """Layers over one y axis, the lowest first; ``span`` is its part of the height, counted from the bottom."""

    y: Axis
    layers: Sequence[Layer]
    span: tuple[float, float] = (0, 1)
    notes: Sequence[Note] = ()


class Chart(NamedTuple):
    """A chart. ``sentence`` describes it with numbers; without panels it says why there is nothing to see.

    ``by_rank`` means that x is the rank, so that x alone identifies a rank. ``curve`` is the key of the layer that is
    compared with its earlier course.
    """

    key: str
    title: str
    sentence: str
    x: Axis
    panels: Sequence[Panel]
    by_rank: bool = True
    curve: str = ""

    @property
    def texts(self) -> list[str]:
        """The sentence, and the texts about points."""
        layers = (layer for panel in self.panels for layer in panel.layers)
        return [self.sentence, *(text for layer in layers if not isinstance(layer, Line) for text in layer.texts)]


class Table(NamedTuple):
    """Numbers of a chart as a table: the heads of its columns, and rows with a text for each column."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def nothing(key: str, title: str, why: str) -> Chart:
    """A chart that shows nothing and says why."""
    return Chart(key, title, why, Axis("", 0, 1, ()), ())
