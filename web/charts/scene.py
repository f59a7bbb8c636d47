"""What a chart shows, said once: it is drawn from this as SVG and by Plotly.

Colours are names of CSS variables: pages follow the colour scheme, files take the light one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: With more marks than this, they are small and have no edges: else those would be all that is seen.
MANY = 60

Point = tuple[float, float]


class Axis(NamedTuple):
    """An axis from ``low`` to ``high`` with ticks as (value, label); a label may have two lines."""

    title: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]


class Line(NamedTuple):
    """A line through ``points``. ``dash`` is "", "dot" or "dash"; without a ``legend`` the key does not name it."""

    key: str
    legend: str
    points: Sequence[Point]
    colour: str
    width: float = 2.5
    dash: str = ""
    about: str = ""  #: more about it than the legend has room for


class Dots(NamedTuple):
    """A point a rank, ``filled`` where it is relevant or has a gain. ``texts`` are said where one is pointed at."""

    points: Sequence[Point]
    filled: Sequence[bool]
    texts: Sequence[str]
    ranks: Sequence[int]
    legend: str = ""
    key: str = "ranks"


class Signs(NamedTuple):
    """Signs that are no rank's: ``symbol`` is "diamond" or "cross". ``rows`` are the rows of the open table that they
    stand for, counted from 1, 0 for none; without ``rows`` there is no such row.
    """

    key: str
    legend: str
    points: Sequence[Point]
    symbol: str
    colour: str
    texts: Sequence[str] = ()
    about: str = ""
    rows: Sequence[int] = ()


class Bars(NamedTuple):
    """Bars from 0 up, ``width`` wide. With ``ranks`` they are the marks of ranks, and ``texts`` are said of them."""

    key: str
    legend: str
    points: Sequence[Point]
    colour: str
    width: float = 0.8
    edge: str = ""
    texts: Sequence[str] = ()
    ranks: Sequence[int] = ()
    about: str = ""


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
    """A chart. ``sentence`` says with numbers what is to be seen; without panels it says why there is nothing.

    ``by_rank`` tells that x is the rank, so that a rank is found by its x alone.
    """

    key: str
    title: str
    sentence: str
    x: Axis
    panels: Sequence[Panel]
    by_rank: bool = True


class Table(NamedTuple):
    """Numbers of a chart as a table: the heads of its columns, and rows of as many texts."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def nothing(key: str, title: str, why: str) -> Chart:
    """A chart that shows nothing, and says why."""
    return Chart(key, title, why, Axis("", 0, 1, ()), ())
